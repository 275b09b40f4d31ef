// What the server says is wrong, in the language of the page. Its sentences are English; the usual
// ones are known here, and any other stands behind a lead-in.
import { has, language, t } from "../words.svelte";

type Say = (found: RegExpExecArray) => string;

const part = (text: string): string => text.replace(/^['"]|['"]$/g, "");
const named = (name: string): string =>
  has(`parameter_${name}`) ? t(`parameter_${name}`) : name;

/** Causes that the page knows, by what the server says of them. */
const KNOWN: [RegExp, Say][] = [
  [
    /^illegal move (.+?) in .+ after (\d+) moves?(?:: (.+?))?(?:; legal|$)/,
    ([, move, n, why]) =>
      t("error_illegal", { move: part(move!), n: Number(n) + 1 }) +
      (why && language.now === "en" ? ` (${why})` : ""),
  ],
  [/^(.+?) cannot be played in .+: /, ([, move]) => t("error_over", { move: part(move!) })],
  [/^no game is called (.+?);/, ([, game]) => t("error_game", { game: part(game!) })],
  [
    /^\w+: (\w+) must be from (\S+) to (\S+), not (\S+)$/,
    ([, name, low, high, value]) => t("error_range", { name: named(name!), low: low!, high: high!, value: value! }),
  ],
  [
    /^(?:\w+: )?(\w+) must be at most (\S+?)(?: on the page)?, not (\S+)$/,
    ([, name, high, value]) => t("error_most", { name: named(name!), high: high!, value: value! }),
  ],
  [
    /^(?:\w+: )?(\w+) must be at least (\S+), not (\S+)$/,
    ([, name, low, value]) => t("error_least", { name: named(name!), low: low!, value: value! }),
  ],
  [/^(\S+) is there twice; /, ([, cell]) => t("error_twice", { cell: cell! })],
  [
    /^the disc on ([a-z])(\d+) (?:hangs in the air|floats)/i,
    // The columns of this board are numbered.
    ([, col, row]) => t("error_floats", { col: col!.toLowerCase().charCodeAt(0) - 96, row: row! }),
  ],
  [/^two pieces are in the same cell/, () => t("error_same_cell")],
  [/^too many (?:searches|questions)/, () => t("error_busy")],
  [/^there is nothing to (?:search|describe)/, () => t("error_nothing")],
  [/^lost$/, () => t("lost")],
  [/^there is no search \d+|tree of this search is gone/, () => t("tree.gone")],
];

export function explain(message: string): string {
  for (const [pattern, say] of KNOWN) {
    const found = pattern.exec(message);
    if (found) return say(found);
  }
  if (language.now === "en") return message.slice(0, 1).toUpperCase() + message.slice(1);
  return t("error_server", { message });
}
