// Every algorithm, policy, schedule and parameter of the package is explained in both languages.
import { describe, expect, test } from "vitest";
import package_ from "../../src/playout/search/__init__.py?raw";
import { groups, TOPICS, topicOf } from "../src/thinking/topics";
import { thinking } from "../src/words/thinking";

const sources = Object.values(
  import.meta.glob<string>("../../src/playout/search/*.py", { query: "?raw", import: "default", eager: true }),
).join("\n");

/** The names in a line of the package such as `SEARCHES = _by_name(Flat, Ucb)`. */
function named(table: string): string[] {
  const list = new RegExp(`^${table} = _by_name\\(([^)]*)\\)`, "m").exec(package_)?.[1] ?? "";
  return list.split(",").map((name) => name.trim());
}

/** The fields of a class of the package, which are its parameters. */
function fields(cls: string): string[] {
  const body = new RegExp(`^class ${cls}\\(NamedTuple\\):\\n([\\s\\S]*?)^    def `, "m").exec(sources)?.[1] ?? "";
  return [...body.matchAll(/^ {4}(\w+): \w+ = /gm)].map((match) => match[1]!);
}

const kinds = { search: named("SEARCHES"), policy: named("POLICIES"), schedule: named("SCHEDULES") };
const all = Object.entries(kinds).flatMap(([kind, classes]) => classes.map((cls) => [kind, cls] as const));

test("the package is read rightly", () => {
  expect(kinds.search).toContain("Uct");
  expect(kinds.policy).toHaveLength(8);
  expect(kinds.schedule).toContain("Threshold");
  expect(fields("Mast")).toEqual(["tau", "epsilon", "keep"]);
  expect(fields("Weights")).toEqual(["initial", "final"]);
});

describe("the teaching", () => {
  test.each(all)("%s %s is explained", (kind, cls) => {
    const topic = `${kind}.${cls.toLowerCase()}`;
    expect(TOPICS).toContain(topic);
    const { en, fr } = thinking[`topic.${topic}.text`]!;
    expect(en.length).toBeGreaterThan(100);
    expect(fr.length).toBeGreaterThan(100);
    expect(fr).not.toBe(en);
  });

  test.each(all)("%s %s: each parameter has its words", (kind, cls) => {
    const owner = kind === "schedule" ? `schedule.${cls.toLowerCase()}` : cls.toLowerCase();
    expect(fields(cls).length).toBeGreaterThan(0);
    for (const field of fields(cls)) {
      const words = thinking[`parameter.${owner}.${field}`];
      expect(words, `parameter.${owner}.${field}`).toBeDefined();
      expect(words!.fr).not.toBe(words!.en);
    }
  });

  const columns = "visits value amaf amaf_visits proven rate nodes depth line advantage heat".split(" ");
  test.each(columns)("the panel's %s is explained", (column) => {
    expect(TOPICS).toContain(`column.${column}`);
  });

  test("every topic is in one group and has a title", () => {
    expect(groups().flatMap(({ topics }) => topics)).toEqual(TOPICS);
    for (const topic of TOPICS) expect(thinking[`topic.${topic}.title`]).toBeDefined();
    for (const { name } of groups()) expect(thinking[`teach.group.${name}`]).toBeDefined();
  });

  test("a topic is found by what it is called elsewhere", () => {
    expect(topicOf("column.visits")).toBe("column.visits");
    expect(topicOf("uct")).toBe("search.uct");
    expect(topicOf("algorithm.mast")).toBe("policy.mast");
    expect(topicOf("Grave(ref=50, schedule=Bias(bias=1e-05))")).toBe("search.grave");
    expect(topicOf("heat")).toBe("column.heat");
    expect(topicOf("strong")).toBe(TOPICS[0]);
    expect(topicOf(null)).toBe(TOPICS[0]);
  });
});

test("no text is empty, and both languages fill in the same", () => {
  const gaps = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const [key, { en, fr }] of Object.entries(thinking)) {
    expect(en, key).not.toBe("");
    expect(fr, key).not.toBe("");
    expect(gaps(fr), key).toEqual(gaps(en));
  }
});
