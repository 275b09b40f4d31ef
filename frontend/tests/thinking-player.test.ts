import { describe, expect, test } from "vitest";
import type { Catalogue, Parameter, PartInfo } from "../src/protocol";
import { fresh, hasBudget, isOffered, isWithin, parse, unfit, write } from "../src/thinking/player";

function parameter(name: string, given: number | boolean | string, rest: Partial<Parameter> = {}): Parameter {
  const type = typeof given === "boolean" ? "bool" : "float";
  return { name, key: name, type, default: given, doc: "", low: null, high: null, choices: [], ...rest };
}

const int = (name: string, given: number) => parameter(name, given, { type: "int", low: 0 });
const policy = parameter("policy", "random", { type: "policy" });
const schedule = parameter("schedule", "bias", { type: "schedule", key: "beta" });
const final = parameter("final", 0, {
  type: "choice",
  choices: ["visits", "mean", "secure", "robust"].map((name, value) => ({ value, name })),
});
const part = (name: string, ...parameters: Parameter[]): PartInfo => ({ name, title: name, doc: "", parameters });

const policies = [
  part("random", parameter("fast", true)),
  part("bridges", parameter("often", 1, { low: 0, high: 1 })),
  part("mast", parameter("tau", 0.1), parameter("epsilon", 0), parameter("keep", 0.2)),
  part("nst", parameter("tau", 0.1), parameter("epsilon", 0.1), int("least", 7)),
  part("ppa", parameter("alpha", 0.32), parameter("keep", 0)),
];
const c = parameter("c", 0.4, { low: 0 });
const solver = parameter("solver", true);
const catalogue: Catalogue = {
  version: "0",
  games: [],
  levels: [
    { name: "strong", budget: { simulations: 1250 }, former: false, elo: {} },
    { name: "maximum", budget: { seconds: 2 }, former: false, elo: {} },
  ],
  perfect: { name: "perfect", budget: { seconds: 10, prove: 0.8 }, former: false, elo: {} },
  policies,
  schedules: [
    part("bias", parameter("bias", 1e-5, { low: 0 })),
    part("hand", parameter("k", 1000)),
    part("weights", parameter("initial", 0.9), parameter("final", 20000)),
    part("alpha", parameter("alpha", 1)),
  ],
  algorithms: [
    ...policies.map((one) => ({ ...one, searches: false })),
    { ...part("uct", c, parameter("tuned", false), parameter("fpu", 1e6), solver, final, policy), searches: true },
    { ...part("amaf", parameter("alpha", 1, { low: 0, high: 1 }), policy), searches: true },
    { ...part("grave", int("ref", 50), schedule, c, int("least", 0), solver, final, policy), searches: true },
    { ...part("implicit", parameter("alpha", 0.4), policy), searches: true },
  ],
  caps: { seconds: 30, simulations: 1_000_000, threads: 4 },
};

const again = (text: string) => {
  const choice = parse(text, catalogue);
  return choice ? write(choice, catalogue) : null;
};

test("a level is offered in the games in which it is one of its own", () => {
  const level = (name: string, ...games: string[]) => {
    const elo = Object.fromEntries(games.map((game): [string, [number, number]] => [game, [1000, 50]]));
    return { name, budget: {}, former: name === "strong", elo };
  };
  const levels = [level("maximum", "hex", "nim"), level("master", "hex"), level("strong", "hex", "nim")];
  const offered = (game: string) =>
    levels.filter((one) => isOffered(one, game, { ...catalogue, levels })).map(({ name }) => name);
  expect(offered("hex:size=7")).toEqual(["maximum", "master"]);
  expect(offered("nim")).toEqual(["maximum"]);
  expect(offered("my_game")).toEqual(["maximum", "master"]);
});

describe("texts that come back as they were", () => {
  test.each([
    "human",
    "strong",
    "strong:threads=2",
    "maximum:seconds=0.5",
    "perfect",
    "perfect:seconds=3",
    "perfect:seconds=3,prove=0.5",
    "default:prove=0.5",
    "default",
    "default:seconds=3",
    "random",
    "random:fast=false",
    "random:early_win=true",
    "strong:early_win=true",
    "default:early_win=true",
    "uct:c=0.7,simulations=8,early_win=true",
    "mast:tau=0.2",
    "uct",
    "uct:c=0.7",
    "uct:c=0",
    "uct:tuned=true",
    "uct:solver=false,final=2",
    "uct:policy=mast",
    "uct:policy=mast,policy.tau=0.2,simulations=5000",
    "uct:policy=random,policy.fast=false",
    "grave:ref=100,beta=bias,beta.bias=0.001,policy=mast,policy.tau=0.2,seconds=2",
    "grave:beta=bias,beta.bias=1e-7",
    "grave:beta=hand,beta.k=500,c=0.1",
    "grave:beta=weights,beta.final=830",
    "grave:final=1",
    "grave:beta=alpha,beta.alpha=0.5,policy=ppa,policy.keep=0.5",
    "grave:least=3,policy=nst,policy.least=9",
    "amaf:alpha=0.5",
    "amaf:alpha=0.5,policy=ppa",
    "uct:seconds=2,simulations=100,threads=3,reuse=true,ponder=true",
    "uct:simulations=2000000",
  ])("%s", (text) => expect(again(text)).toBe(text));
});

describe("texts that are written shorter", () => {
  test.each([
    ["uct:c=0.4", "uct"],
    ["perfect:seconds=10", "perfect"],
    ["perfect:seconds=1", "perfect:seconds=1"],
    ["uct:c=.70", "uct:c=0.7"],
    ["uct:", "uct"],
    [" uct: c = 0.7 ,", "uct:c=0.7"],
    ["uct:tuned=0", "uct"],
    ["uct:early_win=false", "uct"],
    ["uct:tuned=True", "uct:tuned=true"],
    ["uct:seconds=1", "uct"],
    ["uct:seconds=1,simulations=50", "uct:seconds=1,simulations=50"],
    ["uct:policy=random", "uct"],
    ["grave:beta=bias,bias=1e-05", "grave"],
    ["grave:seconds=2,policy=mast,ref=7", "grave:ref=7,policy=mast,seconds=2"],
    ["uct:fpu=1e6", "uct"],
    ["uct:policy=mast,tau=0.2", "uct:policy=mast,policy.tau=0.2"],
  ])("%s is %s", (text, short) => expect(again(text)).toBe(short));
});

describe("texts that name no player", () => {
  test.each([
    "",
    "deepblue",
    "human:seconds=2",
    "human:early_win=true",
    "uct:early_win=often",
    "random:seconds=2",
    "strong:c=0.7",
    "uct:c",
    "uct:c=fast",
    "uct:c=-1",
    "uct:c=inf",
    "uct:ref=50",
    "uct:tau=0.2",
    "uct:final=9",
    "uct:policy=deep",
    "uct:beta=hand",
    "uct:simulations=1.5",
    "uct:simulations=0",
    "uct:seconds=-1",
    "uct:threads=two",
    "grave:bias=0.001",
    "perfect:c=1",
    "perfect:simulations=100",
    "default:prove=0.5,simulations=100",
    "default:prove=1.5",
    "default:prove=-1",
  ])("%s", (text) => expect(parse(text, catalogue)).toBeNull());
});

describe("a key that two would take", () => {
  test("is the search's, unless the name of the part is before it", () => {
    const choice = parse("grave:beta=weights,final=2,beta.final=830", catalogue)!;
    expect(choice.parts.beta!.values.final).toBe(830);
    expect(choice.values.final).toBe(2);
  });

  test("goes to the schedule before the policy", () => {
    const choice = parse("grave:beta=alpha,policy=ppa,alpha=0.5,policy.alpha=0.25", catalogue)!;
    expect(choice.parts.beta!.values.alpha).toBe(0.5);
    expect(choice.parts.policy!.values.alpha).toBe(0.25);
  });

  test("is written for both", () => {
    const choice = parse("amaf:policy=ppa", catalogue)!;
    choice.values.alpha = 0.9;
    choice.parts.policy!.values.alpha = 0.5;
    const text = write(choice, catalogue);
    expect(text).toContain("alpha=0.9");
    expect(text).toContain("policy.alpha=0.5");
    expect(parse(text, catalogue)).toEqual(choice);
  });
});

test("a fresh player has the defaults", () => {
  const choice = fresh("grave", catalogue)!;
  expect(choice.values).toEqual({ ref: 50, c: 0.4, least: 0, solver: true, final: 0 });
  expect(choice.parts).toEqual({
    beta: { name: "bias", values: { bias: 1e-5 } },
    policy: { name: "random", values: { fast: true } },
  });
  expect(choice.budget.seconds).toBe(1);
  expect(fresh("perfect", catalogue)!.budget.seconds).toBe(10);
  expect(fresh("deepblue", catalogue)).toBeNull();
});

test("who has a budget", () => {
  expect(["human", "random", "strong", "perfect", "default", "uct"].map((name) => hasBudget(name, catalogue))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("what a parameter may be", () => {
  expect(isWithin(0.5, parameter("x", 0, { low: 0, high: 1 }))).toBe(true);
  expect(isWithin(1.5, parameter("x", 0, { low: 0, high: 1 }))).toBe(false);
  expect(isWithin(1.5, int("x", 0))).toBe(false);
  expect(isWithin(true, int("x", 0))).toBe(false);
  expect(isWithin(NaN, parameter("x", 0))).toBe(false);
});

test("who cannot play which game", () => {
  const of = (text: string, game: string) => unfit(parse(text, catalogue)!, game);
  expect(of("bridges", "hex:size=11")).toBeNull();
  expect(of("uct:policy=bridges", "connect4")).toBe("bridges");
  expect(of("implicit", "hex")).toBe("implicit");
  expect(of("implicit", "othello")).toBeNull();
});
