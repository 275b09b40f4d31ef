// Animated GIF (version 89a): frames of one size and one palette. After the first frame only the
// rectangle that has changed is written.

export interface Frame {
  pixels: Uint8Array; // one index into the palette each, row by row
  ms: number; // how long it is shown
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The file; the palette is 256 colours, three bytes each. */
export function gif(width: number, height: number, palette: Uint8Array, frames: Frame[]): Uint8Array {
  const out: number[] = [...ascii("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...palette];
  out.push(0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0); // it begins again in the end
  let before: Uint8Array | null = null;
  for (const { pixels, ms } of frames) {
    const box = before ? changed(before, pixels, width, height) : { left: 0, top: 0, width, height };
    out.push(0x21, 0xf9, 4, 0x04, ...word(Math.round(ms / 10)), 0, 0);
    out.push(0x2c, ...word(box.left), ...word(box.top), ...word(box.width), ...word(box.height), 0, 8);
    const packed = lzw(cut(pixels, width, box));
    for (let i = 0; i < packed.length; i += 255) {
      const block = packed.slice(i, i + 255);
      out.push(block.length);
      for (const byte of block) out.push(byte);
    }
    out.push(0);
    before = pixels;
  }
  out.push(0x3b);
  return Uint8Array.from(out);
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function word(n: number): number[] {
  return [n & 255, n >> 8];
}

/** The least rectangle around all that differs; one pixel where nothing does. */
function changed(before: Uint8Array, after: Uint8Array, width: number, height: number): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(pixels: Uint8Array, width: number, box: Box): Uint8Array {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row++) {
    const start = (box.top + row) * width + box.left;
    part.set(pixels.subarray(start, start + box.width), row * box.width);
  }
  return part;
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** Indices of 8 bits packed by Lempel, Ziv and Welch: codes of 9 to 12 bits, the low bits first. */
export function lzw(pixels: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [buffer, filled, size, next] = [0, 0, 9, END + 1];
  let table = new Map<number, number>(); // code * 256 + index -> code
  const put = (code: number): void => {
    buffer |= code << filled;
    for (filled += size; filled >= 8; filled -= 8, buffer >>>= 8) out.push(buffer & 255);
  };
  put(CLEAR);
  let code = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const key = code * 256 + pixels[i]!;
    const known = table.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    put(code);
    if (next < MOST_CODES) {
      table.set(key, next++);
      if (next - 1 === 1 << size && size < 12) size++;
    } else {
      put(CLEAR);
      table = new Map();
      [size, next] = [9, END + 1];
    }
    code = pixels[i]!;
  }
  put(code);
  put(END);
  if (filled > 0) out.push(buffer & 255);
  return Uint8Array.from(out);
}
