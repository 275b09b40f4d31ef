// Marks, arrows and comments on the position one stands in, and deleted lines; all can be undone.
import { cellName } from "../board/geometry";
import { Drawing } from "../board/drawing.svelte";
import { t } from "../words.svelte";
import { note, toggled, type Colour } from "./notes";
import { keep, record } from "./record.svelte";
import { session } from "./session.svelte";
import * as tree from "./tree";

const MOST_UNDOS = 100;

interface Edit {
  game: tree.Game;
  what: "notes" | "line";
  undo: () => void;
}

class Annotations {
  private edits = $state.raw<Edit[]>([]);
  private typing: tree.Node | null = null; // whose comment is being written

  get marks(): string[] {
    return tree.at(record.game).marks ?? [];
  }

  get comment(): string {
    return tree.at(record.game).comment ?? "";
  }

  /** What would be undone next. */
  get last(): Edit["what"] | null {
    const edit = this.edits.at(-1);
    return edit?.game === record.game ? edit.what : null;
  }

  draw(from: number, to: number, colour: Colour): void {
    const cols = session.view?.board?.cols;
    if (!cols || !session.isFresh || session.setUp) return;
    const name = (cell: number): string => cellName([cell % cols, Math.floor(cell / cols)]);
    const mark = colour + name(from) + (from === to ? "" : name(to));
    const words = { colour: t(`mark_${colour}`), from: name(from), to: name(to) };
    const before = this.marks;
    this.change(toggled(before, mark), this.comment);
    if (before.includes(mark)) session.said = t("mark_gone", words);
    else session.said = from === to ? t("mark_said", words) : t("arrow_said", words);
  }

  clear(): void {
    if (this.marks.length) this.change([], this.comment);
  }

  /** Write the comment; what is typed in one go is undone in one go. */
  write(comment: string): void {
    const here = tree.at(record.game);
    if (this.typing === here) this.put(here, here.marks ?? [], comment);
    else this.change(here.marks ?? [], comment);
    this.typing = here;
  }

  /** The comment field was left. */
  rest(): void {
    this.typing = null;
  }

  removeLine(id: number): void {
    const { game } = record;
    const { parent } = tree.at(game, id);
    if (parent === null) return;
    const gone = tree.subtree(game, id);
    const children = [...tree.at(game, parent).children];
    session.remove(id);
    this.remember("line", () => {
      for (const node of gone) game.nodes[node.id] = node;
      tree.at(game, parent).children = children;
      session.jump(id);
    });
  }

  undo(): void {
    const edit = this.edits.at(-1);
    if (!edit || this.last === null) return;
    this.edits = this.edits.slice(0, -1);
    this.typing = null;
    edit.undo();
    keep();
  }

  private change(marks: string[], comment: string): void {
    const here = tree.at(record.game);
    const before: [string[], string] = [here.marks ?? [], here.comment ?? ""];
    this.put(here, marks, comment);
    this.remember("notes", () => {
      if (record.game.nodes[here.id]) note(here, ...before);
      if (record.game.cursor !== here.id) session.jump(here.id);
    });
  }

  private put(here: tree.Node, marks: string[], comment: string): void {
    note(here, marks, comment);
    keep();
  }

  private remember(what: Edit["what"], undo: () => void): void {
    this.typing = null;
    const ours = this.edits.filter((edit) => edit.game === record.game);
    this.edits = [...ours, { game: record.game, what, undo }].slice(-MOST_UNDOS);
  }
}

export const annotations = new Annotations();
export const drawing = new Drawing((from, to, colour) => annotations.draw(from, to, colour));
