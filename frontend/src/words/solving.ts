// What the solver and the teacher say.
import type { Words } from "../words.svelte";

export const solving: Words = {
  teacher: { en: "Teacher", fr: "Professeur" },
  teacher_on: { en: "The teacher is watching: play, and your move will be judged.", fr: "Le professeur vous suit : jouez, votre coup sera jugé." },
  teacher_off_turn: { en: "The teacher is watching.", fr: "Le professeur vous suit." },
  teacher_works: { en: "The solver is checking {move}…", fr: "Le solveur examine {move}…" },
  teacher_later: { en: "{n} earlier moves are still to be checked.", fr: "{n} coups joués plus tôt restent à examiner." },
  teacher_later_one: { en: "One earlier move is still to be checked.", fr: "Un coup joué plus tôt reste à examiner." },
  review_no_opinion: {
    en: "This player has no opinion of a position: choose a search for the review.",
    fr: "Ce joueur n’a pas d’avis sur une position : choisissez une recherche pour l’analyse de la partie.",
  },
  teacher_positions: { en: "{n} positions", fr: "{n} positions" },
  answers: { en: "Show the answers", fr: "Montrer les réponses" },
  answers_short: { en: "Answers", fr: "Réponses" },
  answers_work: { en: "Solving this position…", fr: "Résolution de cette position…" },
  answers_known: { en: "With best play, {player} {outcome}.", fr: "Au mieux des deux côtés, {player} {outcome}." },
  answers_unknown: {
    en: "This position is not known: the solver ran out of time.",
    fr: "Cette position n’est pas connue : le temps du solveur est écoulé.",
  },
  answers_some: {
    en: "What “?” leads to is not known.",
    fr: "Où mène « ? » n’est pas connu.",
  },

  help_teacher: {
    en: "The teacher tells you of every move of yours whether it was right, and shows what each move leads to: proven, as far as that goes in a few seconds.",
    fr: "Le professeur dit de chacun de vos coups s’il était juste, et montre où mène chaque coup : c’est prouvé, aussi loin que cela se peut en quelques secondes.",
  },

  plies: { en: "{n} plies", fr: "{n} demi-coups" },
  plies_one: { en: "1 ply", fr: "1 demi-coup" },
  list_or: { en: "{names} or {last}", fr: "{names} ou {last}" },
  list_more: { en: "{names} or one of {n} more", fr: "{names} ou l’un des {n} autres" },

  "outcome.win": { en: "wins", fr: "gagne" },
  "outcome.draw": { en: "draws", fr: "annule" },
  "outcome.loss": { en: "loses", fr: "perd" },
  "outcome.win_in": { en: "wins in {plies}", fr: "gagne en {plies}" },
  "outcome.draw_in": { en: "draws in {plies}", fr: "annule en {plies}" },
  "outcome.loss_in": { en: "loses in {plies}", fr: "perd en {plies}" },
  "outcome.unknown": { en: "not known", fr: "pas connu" },

  "grade.right": { en: "right", fr: "juste" },
  "grade.inaccuracy": { en: "inaccuracy", fr: "imprécision" },
  "grade.mistake": { en: "mistake", fr: "erreur" },
  "grade.blunder": { en: "blunder", fr: "gaffe" },
  "grade.unknown": { en: "not known", fr: "pas connu" },
  "verdict.unsure.": { en: "{move}: not known", fr: "{move} : pas connu" },
  "verdict.unsure.time": {
    en: "{move}: not known, the solver ran out of time",
    fr: "{move} : pas connu, le temps du solveur est écoulé",
  },
  "verdict.unsure.memory": {
    en: "{move}: not known, the solver ran out of memory",
    fr: "{move} : pas connu, la mémoire du solveur est pleine",
  },
  "verdict.unsure.cancelled": {
    en: "{move}: not known, the solver was stopped",
    fr: "{move} : pas connu, le solveur a été arrêté",
  },
  "verdict.right.win": { en: "{move}: right, it wins", fr: "{move} : juste, ce coup gagne" },
  "verdict.right.draw": { en: "{move}: right, it draws", fr: "{move} : juste, ce coup annule" },
  "verdict.right.loss": { en: "{move}: right, but every move loses", fr: "{move} : juste, mais tous les coups perdent" },
  "verdict.slower.win": {
    en: "{move}: wins, but {plies} later than necessary",
    fr: "{move} : gagne, mais {plies} plus tard que nécessaire",
  },
  "verdict.slower.loss": {
    en: "{move}: loses {plies} sooner than necessary",
    fr: "{move} : perd {plies} plus tôt que nécessaire",
  },
  "verdict.mistake.win.draw": {
    en: "{move}: a mistake, it turns a win into a draw",
    fr: "{move} : une erreur, elle change un gain en nulle",
  },
  "verdict.mistake.win.loss": {
    en: "{move}: a blunder, it turns a win into a loss",
    fr: "{move} : une gaffe, elle change un gain en perte",
  },
  "verdict.mistake.draw.loss": {
    en: "{move}: a mistake, it turns a draw into a loss",
    fr: "{move} : une erreur, elle change une nulle en perte",
  },
  "verdict.rather": { en: "; {best} was better", fr: " ; mieux : {best}" },

  "thinking.proving": { en: "The solver is looking for a proof…", fr: "Le solveur cherche une preuve…" },
  "thinking.positions": { en: "Positions", fr: "Positions" },
  "thinking.proven": { en: "proven: it {outcome}", fr: "prouvé : ce coup {outcome}" },
  "thinking.solver": { en: "Solver", fr: "Solveur" },
  "thinking.no_tree": {
    en: "There is no tree to open: this is proven, and nothing was simulated.",
    fr: "Il n’y a pas d’arbre à ouvrir : c’est prouvé, et rien n’a été simulé.",
  },
  "proven.won_some": { en: "wins", fr: "gagne" },
  "proven.draw_some": { en: "draws", fr: "nulle" },
  "proven.lost_some": { en: "loses", fr: "perd" },
  hint_proven: { en: "Proven: it {outcome}.", fr: "C’est prouvé : ce coup {outcome}." },

  "form.perfect": { en: "Perfect", fr: "Parfait" },
  "form.perfect.doc": {
    en: "Plays what is proven. Where the solver is not done in its share of the time, it searches.",
    fr: "Joue ce qui est prouvé. Là où le solveur n’a pas fini dans sa part du temps, il cherche.",
  },
};
