// Numbers as the panels show them, 20 times a second: the formatters are made once a language.
import { has, language, t } from "../words.svelte";
import type { Row } from "../protocol";

const made = new Map<string, Intl.NumberFormat>();

function formatter(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language.now} ${kind}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.NumberFormat(language.now, options)));
  return found;
}

/** A count: whole while it is below a limit, else "1.23M". */
export function count(n: number, limit = 100_000): string {
  if (n < limit) return formatter("whole", { maximumFractionDigits: 0 }).format(n);
  return formatter("short", { notation: "compact", maximumSignificantDigits: 3 }).format(n);
}

/** A number with so many digits behind the point at most. */
export function decimal(n: number, digits: number): string {
  return formatter(`decimal ${digits}`, { maximumFractionDigits: digits }).format(n);
}

/** A length of time in seconds, with one digit behind the point. */
export function duration(seconds: number): string {
  const n = formatter("seconds", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(seconds);
  return t("thinking.seconds", { n });
}

/** A share as per cent; a dash where it is not known. */
export function share(value: number | null, digits = 1): string {
  if (value === null) return "–";
  return formatter(`percent ${digits}`, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** From one share to another: "21–100%". */
export function range(low: number, high: number): string {
  const digits = (value: number): string => share(value, 0).replace(/\s?%/, "");
  return `${digits(low)}–${share(high, 0)}`;
}

/** "wins in 3", the move itself being the first of the plies that are counted. */
export function proof(row: Pick<Row, "proven" | "distance">): string {
  if (!row.proven) return "";
  return row.distance < 0 ? t(`proven.${row.proven}_some`) : t(`proven.${row.proven}`, { n: row.distance + 1 });
}

/** The name of a side in the language of the page. */
export function side(name: string): string {
  return has(`name_${name}`) ? t(`name_${name}`) : name;
}

/** The name of an algorithm as it is called in the teaching: "Grave(ref=50)" -> "grave". */
export function algorithmName(text: string): string {
  return (/^[A-Za-z0-9_]+/.exec(text)?.[0] ?? "").toLowerCase();
}

// Those of the pieces on the board.
const COLOURS: Record<string, string> = {
  black: "var(--first)",
  white: "var(--second)",
  red: "#d1495b",
  yellow: "#f4c430",
  blue: "#2a6fdb",
};

/** The colour of a side's pieces, in CSS. */
export function colour(colours: [string, string] | undefined, player: 0 | 1): string {
  return COLOURS[colours?.[player] ?? ""] ?? (player === 0 ? "var(--first)" : "var(--second)");
}

/** Make the formatters ahead of time: the first of each kind takes some milliseconds. */
export function warmUp(): void {
  count(1);
  count(1_000_000);
  decimal(1, 1);
  duration(1);
  share(0.5);
  share(0.5, 0);
}
