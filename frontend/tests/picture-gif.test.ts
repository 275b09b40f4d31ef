import { describe, expect, test } from "vitest";
import { gif, lzw } from "../src/picture/gif";
import { paletteOf } from "../src/picture/palette";

/** A decoder as the specification of GIF describes it: the oracle of the encoder. */
function unpacked(bytes: Uint8Array): number[] {
  const out: number[] = [];
  let [table, size, buffer, filled, at]: [number[][], number, number, number, number] = [[], 9, 0, 0, 0];
  let before: number[] | null = null;
  for (;;) {
    while (filled < size) {
      if (at >= bytes.length) throw new Error("no end");
      buffer |= bytes[at++]! << filled;
      filled += 8;
    }
    const code = buffer & ((1 << size) - 1);
    buffer >>>= size;
    filled -= size;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      [size, before] = [9, null];
      continue;
    }
    if (code === 257) return out;
    const entry: number[] = table[code] ?? [...before!, before![0]!];
    if (before && table.length < 4096) table.push([...before, entry[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    out.push(...entry);
    before = entry;
  }
}

function random(n: number, colours: number): Uint8Array {
  let seed = 7;
  return Uint8Array.from({ length: n }, () => (seed = (seed * 48271) % 2147483647) % colours);
}

describe("packing", () => {
  test.each([1, 2, 3, 300, 40_000])("%i pixels come back", (n) => {
    for (const colours of [1, 2, 17, 256]) {
      const pixels = random(n, colours);
      expect(unpacked(lzw(pixels))).toEqual([...pixels]);
    }
  });
});

test("a palette keeps few colours as they are, and many near to what they were", () => {
  const few = Uint8ClampedArray.from([255, 0, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  const { colours, index } = paletteOf([few]);
  const shown = [...index(few)].map((i) => [...colours.slice(3 * i, 3 * i + 3)]);
  expect(shown).toEqual([[255, 0, 0], [0, 0, 255], [255, 255, 255]]);
  const many = new Uint8ClampedArray(random(4 * 20_000, 256));
  const made = paletteOf([many]);
  const indices = made.index(many);
  let far = 0;
  for (let i = 0; i < indices.length; i++) {
    for (let c = 0; c < 3; c++) far += Math.abs(made.colours[3 * indices[i]! + c]! - many[4 * i + c]!);
  }
  expect(far / (3 * indices.length)).toBeLessThan(20); // of 255, for noise: far worse than any board
});

test("only what has changed is written after the first frame", () => {
  const [one, two] = [new Uint8Array(64 * 64), new Uint8Array(64 * 64)];
  two[64 * 10 + 5] = 3;
  const file = gif(64, 64, new Uint8Array(768), [{ pixels: one, ms: 500 }, { pixels: two, ms: 500 }]);
  expect(String.fromCharCode(...file.slice(0, 6))).toBe("GIF89a");
  expect(file.at(-1)).toBe(0x3b);
  const text = [...file].join(",");
  expect(text).toContain([0x2c, 5, 0, 10, 0, 1, 0, 1, 0].join(","));
});
