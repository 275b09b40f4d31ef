// Drawing and writing on positions.
import type { Words } from "../words.svelte";

export const notes: Words = {
  draw: { en: "Draw", fr: "Dessiner" },
  draw_help: {
    en: "Click a cell, or drag from one to another. Also with the right button, at any time.",
    fr: "Cliquez sur une case, ou glissez de l’une à l’autre. Aussi avec le bouton droit, à tout moment.",
  },
  mark_G: { en: "Green circle", fr: "Cercle vert" },
  mark_R: { en: "Red cross", fr: "Croix rouge" },
  mark_B: { en: "Blue square", fr: "Carré bleu" },
  mark_Y: { en: "Yellow triangle", fr: "Triangle jaune" },
  mark_said: { en: "{colour} on {from}.", fr: "{colour} en {from}." },
  arrow_said: { en: "{colour}: arrow from {from} to {to}.", fr: "{colour} : flèche de {from} à {to}." },
  mark_gone: { en: "Mark taken away.", fr: "Marque enlevée." },
  arrow_to: { en: "arrow to {cell}", fr: "flèche vers {cell}" },
  undo_drawing: { en: "Undo the last", fr: "Annuler le dernier" },
  clear_marks: { en: "Clear all", fr: "Tout effacer" },
  comment: { en: "Comment on this position", fr: "Commentaire sur cette position" },
  has_comment: { en: "has a comment", fr: "a un commentaire" },
  has_marks: { en: "has drawings", fr: "a des dessins" },
  line_deleted: { en: "The line is deleted.", fr: "La variante est supprimée." },
  undo_word: { en: "Undo", fr: "Annuler" },
  key_undo_notes: { en: "undo a drawing, a comment or a deleted line", fr: "annuler un dessin, un commentaire ou une variante supprimée" },
  key_draw_board: {
    en: "while drawing, on the board: mark a cell; with Shift, begin an arrow",
    fr: "en dessinant, sur le plateau : marquer une case ; avec Maj, commencer une flèche",
  },
  help_notes: {
    en: "Right-click a cell to mark it, drag with the right button for an arrow; Shift, Alt or both give other colours. Draw does the same by touch and by keyboard. A comment goes below the moves. All of it is kept with the game and goes along in links.",
    fr: "Un clic droit marque une case, un glissé du bouton droit trace une flèche ; Maj, Alt ou les deux changent la couleur. Dessiner fait de même au doigt et au clavier. Un commentaire s’écrit sous les coups. Tout est gardé avec la partie et suit dans les liens.",
  },
};
