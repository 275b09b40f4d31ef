// Every algorithm, policy, schedule and parameter of the package is explained in both languages.
import { describe, expect, test } from "vitest";
import { groups, TOPICS, topicOf } from "../src/thinking/topics";
import { shared } from "../src/words/shared";
import { thinking as panel } from "../src/words/thinking";
import { titles } from "../src/words/titles";
import { topics as texts } from "../src/words/topics";
import parameters from "./parameters.json"; // by frontend/protocol.py

const thinking = { ...panel, ...titles, ...texts };

const all = Object.entries(parameters).flatMap(([kind, classes]) =>
  Object.entries(classes as Record<string, string[]>).map(([name, fields]) => [kind, name, fields] as const),
);

describe("the teaching", () => {
  test.each(all)("%s %s is explained", (kind, name) => {
    const topic = `${kind}.${name}`;
    expect(TOPICS).toContain(topic);
    const { en, fr } = thinking[`topic.${topic}.text`]!;
    expect(en.length).toBeGreaterThan(100);
    expect(fr.length).toBeGreaterThan(100);
    expect(fr).not.toBe(en);
  });

  test.each(all)("%s %s: each parameter has its words", (kind, name, fields) => {
    const owner = kind === "schedule" ? `schedule.${name}` : name;
    for (const field of fields) {
      const words = shared[`parameter.${owner}.${field}`];
      expect(words, `parameter.${owner}.${field}`).toBeDefined();
      expect(words!.fr).not.toBe(words!.en);
    }
  });

  const columns = "visits value amaf amaf_visits prior network proven rate nodes depth line advantage heat".split(" ");
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
