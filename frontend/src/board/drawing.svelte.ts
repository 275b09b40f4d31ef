// Drawing on a board: with the right mouse button, as in other programs, or in a mode of its own, in
// which every click, touch and Enter draws. A press and release on one cell marks it, on two cells it
// is an arrow from the first to the second.
import type { Colour } from "../game/notes";

export class Drawing {
  on = $state(false); // clicks draw and do not play
  colour = $state<Colour>("G");
  from = $state<number | null>(null); // the cell where something begins
  to = $state<number | null>(null); // and where it would end now
  held = $state<Colour>("G"); // its colour
  private isHeld = false; // by a pointer, not by keys
  private ends = false; // a click that comes with the end of a drawing is none

  constructor(private readonly ondraw: (from: number, to: number, colour: Colour) => void) {}

  down(event: PointerEvent, cell: number | null): boolean {
    this.ends = false;
    const isRight = event.button === 2 && event.pointerType === "mouse";
    if (cell === null || !(isRight || (this.on && event.button === 0))) return false;
    this.held = isRight ? coloured(event, this.colour) : this.colour;
    this.from = this.to = cell;
    this.isHeld = true;
    return true;
  }

  /** The pointer, or the focus, has come to a cell. */
  move(cell: number | null, event?: PointerEvent): void {
    if (event?.buttons === 0 && this.isHeld) this.cancel(); // it was let go outside of the board
    if (this.from !== null && cell !== null && this.isHeld === Boolean(event)) this.to = cell;
  }

  up(cell: number | null): boolean {
    if (!this.isHeld || this.from === null) return false;
    if (cell !== null) this.ondraw(this.from, cell, this.held);
    this.cancel();
    this.ends = true;
    return true;
  }

  /** A click: whether it has been drawn already. */
  click(): boolean {
    const isOurs = this.on || this.ends;
    this.ends = false;
    return isOurs;
  }

  /** Keys on a cell: Enter marks it, Shift and Enter begin an arrow that the next Enter ends. */
  key(event: KeyboardEvent, cell: number): boolean {
    const isEnter = event.key === "Enter" || event.key === " ";
    if (!this.on || !(isEnter || (event.key === "Escape" && this.from !== null))) return false;
    if (!isEnter) this.cancel();
    else if (event.shiftKey) {
      this.held = this.colour;
      this.from = this.to = cell;
    } else {
      this.ondraw(this.from ?? cell, cell, this.colour);
      this.cancel();
    }
    return true;
  }

  cancel(): void {
    this.from = this.to = null;
    this.isHeld = false;
  }
}

/** The colour of a drawing with the right button: keys that are held choose another one. */
function coloured(event: PointerEvent, usual: Colour): Colour {
  const isShift = event.shiftKey || event.ctrlKey;
  if (isShift) return event.altKey ? "Y" : "R";
  return event.altKey ? "B" : usual;
}
