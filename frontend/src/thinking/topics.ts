// Which topic of the teaching is meant, and in which groups they are listed.
import { TOPICS } from "../words/titles";

export { TOPICS };

/** The topics by group, in their order: basics, search, policy, schedule, column. */
export function groups(): { name: string; topics: string[] }[] {
  const names = [...new Set(TOPICS.map((topic) => topic.split(".")[0]!))];
  return names.map((name) => ({ name, topics: TOPICS.filter((topic) => topic.startsWith(`${name}.`)) }));
}

/** The topic of a key such as "search.uct", "uct", "Uct(c=0.4)", "column.visits" or "heat". */
export function topicOf(key: string | null): string {
  if (key === null) return TOPICS[0]!;
  if (TOPICS.includes(key)) return key;
  const name = (/^[\w.]+/.exec(key)?.[0] ?? "").toLowerCase().split(".").at(-1)!;
  return TOPICS.find((topic) => topic.endsWith(`.${name}`)) ?? TOPICS[0]!;
}
