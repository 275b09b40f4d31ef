// Positions as pixels: each is drawn by the board itself, aside, and painted on a canvas.
import { flushSync, mount, unmount } from "svelte";
import Board from "../board/Board.svelte";
import { picture } from "../board/picture";
import type { View } from "../protocol";

export interface Look {
  turn: number;
  coordinates: boolean;
}

/** The SVG text of a position. */
export function drawn(view: View, look: Look, label: string, marks: string[] = []): string {
  const aside = document.createElement("div");
  const board = mount(Board, { target: aside, props: { view, label, mayPlay: false, drawn: marks, ...look, onplay: () => {} } });
  flushSync();
  const text = picture(aside.querySelector("svg")!);
  void unmount(board);
  return text;
}

/** An SVG text on a canvas of this width. */
export async function painted(svg: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
}

export function asPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
