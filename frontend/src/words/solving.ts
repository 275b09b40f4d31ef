// What the solver and the teacher say.
import type { Topic } from "./thinking";
import type { Words } from "../words.svelte";

export const solving: Words = {
  teacher: { en: "Teacher", fr: "Professeur" },
  teacher_on: { en: "The teacher is watching: play, and your move will be judged.", fr: "Le professeur vous suit : jouez, votre coup sera jugé." },
  teacher_off_turn: { en: "The teacher is watching.", fr: "Le professeur vous suit." },
  teacher_works: { en: "The solver is checking {move}…", fr: "Le solveur examine {move}…" },
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

  "verdict.right": { en: "right", fr: "juste" },
  "verdict.slower": { en: "inaccuracy", fr: "imprécision" },
  "verdict.mistake": { en: "mistake", fr: "erreur" },
  "verdict.blunder": { en: "blunder", fr: "grosse erreur" },
  "verdict.unsure": {
    en: "{move}: not known, the solver ran out of time",
    fr: "{move} : pas connu, le temps du solveur est écoulé",
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
    en: "{move}: a mistake, it turns a win into a loss",
    fr: "{move} : une erreur, elle change un gain en perte",
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

  "review.exact": { en: "proven", fr: "prouvé" },
  "review.truth": { en: "Proven", fr: "Prouvé" },
  "review.solved_all": { en: "Every move of the game is proven right or wrong.", fr: "Chaque coup de la partie est prouvé juste ou faux." },
  "review.solved_some": {
    en: "{n} of {total} moves are proven right or wrong; for the others there are only estimates.",
    fr: "{n} coups sur {total} sont prouvés justes ou faux ; pour les autres, il n’y a que des estimations.",
  },
  "review.solved_none": {
    en: "No move is proven right or wrong: the costs are estimates of a search.",
    fr: "Aucun coup n’est prouvé juste ou faux : les coûts sont les estimations d’une recherche.",
  },
  "review.solving": { en: "The solver is looking for the exact mistakes, from the end…", fr: "Le solveur cherche les erreurs exactes, depuis la fin…" },
  "review.none_exact": { en: "No move gave anything away.", fr: "Aucun coup n’a rien gâché." },
};

export const solvingTopics: Record<string, Topic> = {
  "basics.solver": {
    title: { en: "The solver", fr: "Le solveur" },
    text: {
      en:
        "A search estimates; a solver knows. It goes through every line that could matter, to the end of the game, and " +
        "leaves out only what provably cannot change the result. What it finds is true whoever plays: this position is " +
        "won, drawn or lost for the player to move if both play their best. “In 7 plies” counts single moves, yours and " +
        "the other’s, to the end of the game, when the winner hurries and the loser resists. Where it says only “wins”, " +
        "the length is not known.\n\n" +
        "The price is time. Near the end of a game a proof takes moments, at the start of a large board years. So the " +
        "solver has a few seconds, and where it is not done it says “not known”: it never guesses.\n\n" +
        "The opponent “Perfect” plays what is proven, and searches for the rest. With its usual seconds it cannot be " +
        "beaten from where its proofs begin. The best search for Connect 4 tries a proof first as well.",
      fr:
        "Une recherche estime ; un solveur sait. Il parcourt toutes les suites qui pourraient compter, jusqu’à la fin de la " +
        "partie, et n’écarte que ce qui, de façon prouvée, ne peut rien changer au résultat. Ce qu’il trouve est vrai quel que " +
        "soit le joueur : cette position est gagnée, nulle ou perdue pour qui a le trait si les deux jouent au mieux. « En 7 " +
        "demi-coups » compte les coups un par un, les vôtres et ceux de l’autre, jusqu’à la fin, quand le gagnant se hâte et " +
        "que le perdant résiste. Là où il est seulement écrit « gagne », la longueur n’est pas connue.\n\n" +
        "Le prix est le temps. Près de la fin d’une partie, une preuve prend un instant ; au début d’un grand plateau, des " +
        "années. Le solveur a donc quelques secondes, et là où il n’a pas fini, il dit « pas connu » : il ne devine jamais.\n\n" +
        "L’adversaire « Parfait » joue ce qui est prouvé, et cherche pour le reste. Avec son temps habituel, on ne peut pas le " +
        "battre dès que ses preuves commencent. La meilleure recherche pour le Puissance 4 tente elle aussi d’abord une preuve.",
    },
    paper: "Allis, Searching for Solutions in Games and Artificial Intelligence, 1994",
  },
  "basics.teacher": {
    title: { en: "The teacher", fr: "Le professeur" },
    text: {
      en:
        "The teacher looks at every move of a person and says what the solver knows of it. Right (✓): it keeps what the " +
        "position was worth, and no other move wins sooner or loses later. An inaccuracy (?!): it keeps it too, but wins later or " +
        "loses sooner than necessary. A mistake (?) turns a win into a draw or a draw into a loss, and costs half a point; a " +
        "blunder (??) turns a win into a loss, a whole one. The moves that would have been right are named.\n\n" +
        "“Show the answers” writes on the board what each legal move leads to: ✓7 wins in 7 plies, = draws, ✗12 loses in " +
        "12, and ? is not known. All of it holds for best play on both sides from there on.\n\n" +
        "Where the solver cannot say in its few seconds, the teacher says “not known”. The win chances of a search may still " +
        "tell something there, but they are an opinion. The review of a game marks the exact mistakes in the same way, from " +
        "the end of the game as far back as the solver gets.",
      fr:
        "Le professeur regarde chaque coup d’une personne et dit ce que le solveur en sait. Juste (✓) : il garde ce que valait " +
        "la position, et aucun autre coup ne gagne plus tôt ni ne perd plus tard. Une imprécision (?!) : il le garde aussi, mais gagne " +
        "plus tard ou perd plus tôt que nécessaire. Une erreur (?) change un gain en nulle ou une nulle en perte et coûte un " +
        "demi-point ; une grosse erreur (??) change un gain en perte, un point entier. Les coups qu’il fallait jouer sont nommés.\n\n" +
        "« Montrer les réponses » écrit sur le plateau ce que donne chaque coup légal : ✓7 gagne en 7 demi-coups, = annule, ✗12 " +
        "perd en 12, et ? n’est pas connu. Tout cela vaut pour le meilleur jeu des deux camps à partir de là.\n\n" +
        "Là où le solveur ne peut rien dire en quelques secondes, le professeur dit « pas connu ». Les chances de gain d’une " +
        "recherche peuvent y dire encore quelque chose, mais c’est un avis. L’analyse d’une partie marque les erreurs exactes " +
        "de la même façon, de la fin de la partie jusqu’où le solveur remonte.",
    },
  },
};
