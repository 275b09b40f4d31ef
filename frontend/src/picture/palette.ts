// 256 colours for pictures that have more: the colours that are there are cut into boxes of about
// equal use (median cut), at five bits a channel, and each box is one colour.

const LEVELS = 32; // of a channel
const MOST = 256;

interface Colour {
  channels: [number, number, number]; // 0 to 31
  used: number;
}

export interface Palette {
  colours: Uint8Array; // 256 times red, green, blue
  index: (rgba: Uint8ClampedArray) => Uint8Array; // of every pixel
}

export function paletteOf(pictures: Uint8ClampedArray[]): Palette {
  const used = new Uint32Array(LEVELS ** 3);
  for (const rgba of pictures) for (let i = 0; i < rgba.length; i += 4) used[keyAt(rgba, i)]!++;
  const all: Colour[] = [];
  used.forEach((n, key) => {
    if (n) all.push({ channels: [key >> 10, (key >> 5) & 31, key & 31], used: n });
  });
  const boxes = cutAll(all);
  const colours = new Uint8Array(3 * MOST);
  boxes.forEach((box, i) => colours.set(mean(box), 3 * i));
  const nearest = new Int16Array(LEVELS ** 3).fill(-1);
  return {
    colours,
    index: (rgba) => {
      const indices = new Uint8Array(rgba.length / 4);
      for (let i = 0; i < indices.length; i++) {
        const key = keyAt(rgba, 4 * i);
        if (nearest[key]! < 0) nearest[key] = closest(colours, boxes.length, key);
        indices[i] = nearest[key]!;
      }
      return indices;
    },
  };
}

function keyAt(rgba: Uint8ClampedArray, i: number): number {
  return ((rgba[i]! >> 3) << 10) | ((rgba[i + 1]! >> 3) << 5) | (rgba[i + 2]! >> 3);
}

/** Cut the box that is widest for its use, until there are as many as a palette has. */
function cutAll(all: Colour[]): Colour[][] {
  const boxes = all.length ? [all] : [];
  while (boxes.length < MOST) {
    let widest = -1;
    let most = 0;
    boxes.forEach((box, i) => {
      const weight = box.length > 1 ? span(box).width * Math.sqrt(box.reduce((sum, one) => sum + one.used, 0)) : 0;
      if (weight > most) [widest, most] = [i, weight];
    });
    if (widest < 0) break;
    boxes.push(...boxes.splice(widest, 1).flatMap(halves));
  }
  return boxes;
}

/** The channel in which a box is widest. */
function span(box: Colour[]): { channel: 0 | 1 | 2; width: number } {
  const widths = ([0, 1, 2] as const).map((channel) => {
    const values = box.map(({ channels }) => channels[channel]);
    return { channel, width: Math.max(...values) - Math.min(...values) };
  });
  return widths.reduce((a, b) => (b.width > a.width ? b : a));
}

function halves(box: Colour[]): Colour[][] {
  const { channel } = span(box);
  const sorted = [...box].sort((a, b) => a.channels[channel] - b.channels[channel]);
  const half = sorted.reduce((sum, one) => sum + one.used, 0) / 2;
  let [count, at] = [0, 0];
  while (at < sorted.length - 1 && count + sorted[at]!.used <= half) count += sorted[at++]!.used;
  at = Math.max(1, at);
  return [sorted.slice(0, at), sorted.slice(at)];
}

function mean(box: Colour[]): [number, number, number] {
  const total = box.reduce((sum, one) => sum + one.used, 0);
  const channel = (i: 0 | 1 | 2): number => {
    const value = box.reduce((sum, one) => sum + one.channels[i] * one.used, 0) / total;
    return Math.round((value * 255) / (LEVELS - 1));
  };
  return [channel(0), channel(1), channel(2)];
}

function closest(colours: Uint8Array, n: number, key: number): number {
  const [red, green, blue] = [key >> 10, (key >> 5) & 31, key & 31].map((level) => (level * 255) / (LEVELS - 1)) as [
    number, number, number,
  ];
  let [best, least] = [0, Infinity];
  for (let i = 0; i < n; i++) {
    const far =
      (colours[3 * i]! - red) ** 2 + (colours[3 * i + 1]! - green) ** 2 + (colours[3 * i + 2]! - blue) ** 2;
    if (far < least) [best, least] = [i, far];
  }
  return best;
}
