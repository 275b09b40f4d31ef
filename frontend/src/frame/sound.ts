// Small sounds, made here: a tap for a move, a lower one where something is taken, three notes at the end.
import { isStep, takes } from "../board/motion";
import type { View } from "../protocol";

export type Sound = "move" | "take" | "end";

interface Note {
  hertz: number;
  after: number; // seconds
  seconds: number;
  loud: number;
}

const NOTES: Record<Sound, Note[]> = {
  move: [{ hertz: 420, after: 0, seconds: 0.07, loud: 0.25 }],
  take: [
    { hertz: 300, after: 0, seconds: 0.07, loud: 0.25 },
    { hertz: 190, after: 0.05, seconds: 0.12, loud: 0.3 },
  ],
  end: [392, 523, 659].map((hertz, i) => ({ hertz, after: 0.1 + 0.13 * i, seconds: 0.3, loud: 0.15 })),
};

let audio: AudioContext | null = null;

/** What is to be heard when one view follows another; nothing where one only looks around. */
export function soundOf(before: View | null, after: View): Sound | null {
  if (!isStep(before, after)) return null;
  if (after.over) return "end";
  return takes(before, after) ? "take" : "move";
}

export function play(sound: Sound): void {
  audio ??= new AudioContext();
  void audio.resume();
  for (const note of NOTES[sound]) sing(audio, note);
}

/** A tone that is there at once and dies away, as of wood. */
function sing(audio: AudioContext, { hertz, after, seconds, loud }: Note): void {
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(hertz, start);
  tone.frequency.exponentialRampToValueAtTime(0.7 * hertz, start + seconds);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
