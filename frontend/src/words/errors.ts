import type { Words } from "../words.svelte";

/** Errors by their codes. {text} is the sentence of the server, which is in English. */
export const errors: Words = {
  "error.error": { en: "{text}", fr: "Le serveur répond (en anglais) : {text}" },
  "error.game-error": { en: "{text}", fr: "Le serveur répond (en anglais) : {text}" },
  "error.search-error": { en: "{text}", fr: "Le serveur répond (en anglais) : {text}" },
  "error.solve-error": { en: "{text}", fr: "Le solveur répond (en anglais) : {text}" },
  "error.bad-message": { en: "{text}", fr: "Le serveur ne comprend pas la page : {text}" },
  "error.server-error": {
    en: "Something went wrong on the server: {kind}.",
    fr: "Une erreur s’est produite sur le serveur : {kind}.",
  },
  "error.lost": { en: "Connection lost, trying again…", fr: "Connexion perdue, nouvel essai…" },
  "error.busy": {
    en: "The server is busy; try again in a while.",
    fr: "Le serveur est occupé ; réessayez dans un moment.",
  },

  // Games and their parameters.
  "error.unknown-game": { en: "No game is called {game}.", fr: "Aucun jeu ne s’appelle {game}." },
  "error.unknown-parameter": {
    en: "{game} has no parameter {parameter}.",
    fr: "{game} n’a pas de paramètre {parameter}.",
  },
  "error.out-of-range": {
    en: "{parameter} must be from {low} to {high}, not {value}.",
    fr: "{parameter} doit être entre {low} et {high}, et non {value}.",
  },
  "error.too-high": {
    en: "{parameter} must be at most {high}, not {value}.",
    fr: "{parameter} doit être au plus {high}, et non {value}.",
  },
  "error.too-low": {
    en: "{parameter} must be at least {low}, not {value}.",
    fr: "{parameter} doit être au moins {low}, et non {value}.",
  },
  "error.not-positive": {
    en: "{parameter} must be more than 0, not {value}.",
    fr: "{parameter} doit être plus grand que 0, et non {value}.",
  },
  "error.not-a-choice": {
    en: "{parameter} must be one of {choices}, not {value}.",
    fr: "{parameter} doit être parmi {choices}, et non {value}.",
  },
  "error.not-a-number": {
    en: "{parameter} must be a number, not {value}.",
    fr: "{parameter} doit être un nombre, et non {value}.",
  },
  "error.not-an-integer": {
    en: "{parameter} must be a whole number, not {value}.",
    fr: "{parameter} doit être un nombre entier, et non {value}.",
  },
  "error.not-true-or-false": {
    en: "{parameter} must be true or false, not {value}.",
    fr: "{parameter} doit être true ou false, et non {value}.",
  },
  "error.number-too-large": { en: "A number is too large.", fr: "Un nombre est trop grand." },
  "error.not-a-size": { en: "{value} is no size; write 7 or 7x6.", fr: "{value} n’est pas une taille ; écrivez 7 ou 7x6." },
  "error.board-too-large": {
    en: "A board of {cols} columns and {rows} rows is too large: columns × (rows + 1) must be at most 64.",
    fr: "Un plateau de {cols} colonnes et {rows} rangées est trop grand : colonnes × (rangées + 1) doit être au plus 64.",
  },
  "error.heap-order": {
    en: "Fill the heaps in their order: the second before the third, the third before the fourth.",
    fr: "Remplissez les tas dans l’ordre : le deuxième avant le troisième, le troisième avant le quatrième.",
  },

  // Moves.
  "error.illegal-move": {
    en: "Move {number}, {move}, is not legal there: {why}.",
    fr: "Le coup {number}, {move}, n’est pas permis à cet endroit.",
  },
  "error.move-after-the-end": {
    en: "{move} cannot be played: the game is over before it.",
    fr: "{move} ne peut pas être joué : la partie est finie avant.",
  },

  // Positions that are set up.
  "error.no-set-up": {
    en: "Positions of {game} cannot be set up.",
    fr: "On ne peut pas composer de position de {game}.",
  },
  "error.position-form": {
    en: "A position is the cells of the first player, those of the second and who is to move, such as {example}.",
    fr: "Une position, ce sont les cases du premier joueur, celles du second et à qui de jouer, par exemple {example}.",
  },
  "error.heaps-form": {
    en: "A position is the matches in each heap and who is to move, such as {example}.",
    fr: "Une position, ce sont les allumettes de chaque tas et à qui de jouer, par exemple {example}.",
  },
  "error.position-turn": {
    en: "A position ends in / 1 or / 2, the player to move: {position} does not.",
    fr: "Une position se termine par / 1 ou / 2, à qui de jouer : {position} ne le fait pas.",
  },
  "error.no-cell": {
    en: "{cell} is no cell; a cell is a letter and a number, such as c3.",
    fr: "{cell} n’est pas une case ; une case est une lettre et un nombre, par exemple c3.",
  },
  "error.cell-twice": {
    en: "{cell} is there twice; a cell has one piece at most.",
    fr: "{cell} est nommée deux fois ; une case porte une pièce au plus.",
  },
  "error.same-cell": { en: "Two pieces are in the same cell.", fr: "Deux pièces sont sur la même case." },
  "error.off-board": {
    en: "{cell} is not on the board of {cols} × {rows}.",
    fr: "{cell} n’est pas sur le plateau de {cols} × {rows}.",
  },
  "error.disc-floats": {
    en: "The disc in column {col}, row {row}, hangs in the air: there is none below it.",
    fr: "Le jeton de la colonne {col}, rangée {row}, flotte en l’air : il n’y en a pas au-dessous.",
  },
  "error.not-in-turns": {
    en: "{first} and {second} take turns: with {player} to move they cannot have {n_first} and {n_second} pieces.",
    fr: "{first} et {second} jouent à tour de rôle : si c’est à {player} de jouer, ils ne peuvent pas avoir {n_first} et {n_second} pièces.",
  },
  "error.line-has-won": {
    en: "{player} has a line of {line} and has won: it cannot be {player}’s turn.",
    fr: "{player} a aligné {line} pièces et gagné : ce ne peut pas être à {player} de jouer.",
  },
  "error.piece-has-won": {
    en: "The piece on {cell} has won the game: it cannot be {player}’s turn.",
    fr: "La pièce en {cell} a gagné la partie : ce ne peut pas être à {player} de jouer.",
  },
  "error.too-many-pieces": {
    en: "{player} begins with {high} pieces, so {n} are too many.",
    fr: "{player} commence avec {high} pièces : {n}, c’est trop.",
  },
  "error.no-piece-left": {
    en: "{player} has no piece left: the game is over.",
    fr: "{player} n’a plus de pièce : la partie est finie.",
  },
  "error.half-domino": {
    en: "{cell} is half a domino: {player} needs a second cell {beside} it.",
    fr: "{cell} n’est qu’un demi-domino : il faut à {player} une seconde case voisine.",
  },
  "error.empty-middle": {
    en: "{cell} is empty; the four cells in the middle never are.",
    fr: "{cell} est vide ; les quatre cases du milieu ne le sont jamais.",
  },
  "error.no-liberty": {
    en: "{player}’s stone on {cell} has no liberty, and {why}.",
    fr: "La pierre en {cell} ({player}) n’a pas de liberté.",
  },
  "error.stones-give-turn": {
    en: "Every move adds a stone, so with {n} of them it is {player}’s turn.",
    fr: "Chaque coup ajoute une pierre : avec {n} pierres, c’est à {player} de jouer.",
  },
  "error.match-owner": {
    en: "Matches belong to nobody: set them up with the pieces of the first player.",
    fr: "Les allumettes ne sont à personne : posez-les avec les pièces du premier joueur.",
  },
  "error.heap-gap": {
    en: "Heap {heap} has gaps: its matches lie side by side from the left.",
    fr: "Le tas {heap} a des trous : ses allumettes se suivent à partir de la gauche.",
  },
  "error.heap-too-large": {
    en: "Heap {heap} begins with {high} matches, so {n} are too many.",
    fr: "Le tas {heap} commence avec {high} allumettes : {n}, c’est trop.",
  },

  // Searches.
  "error.unknown-player": { en: "No player is called {player}.", fr: "Aucun joueur ne s’appelle {player}." },
  "error.unknown-setting": {
    en: "{player} has no setting {setting}.",
    fr: "{player} n’a pas de réglage {setting}.",
  },
  "error.not-a-setting": {
    en: "{setting} is no setting; write key=value.",
    fr: "{setting} n’est pas un réglage ; écrivez clé=valeur.",
  },
  "error.not-for-this-game": {
    en: "{player} cannot play {game}.",
    fr: "{player} ne sait pas jouer à {game}.",
  },
  "error.no-budget": {
    en: "A search needs a number of simulations or a time.",
    fr: "Une recherche a besoin d’un nombre de simulations ou d’une durée.",
  },
  "error.human-player": {
    en: "A human plays on the page, not on the server.",
    fr: "Un humain joue sur la page, pas sur le serveur.",
  },
  "error.no-reuse": {
    en: "Reuse and ponder do not work on the page: each search starts anew.",
    fr: "Reuse et ponder ne marchent pas sur la page : chaque recherche repart de zéro.",
  },
  "error.nothing-to-search": {
    en: "The game is over: there is nothing to search.",
    fr: "La partie est finie : rien à explorer.",
  },
  "error.nothing-to-solve": {
    en: "The game is over: there is nothing to solve.",
    fr: "La partie est finie : rien à résoudre.",
  },
  "error.too-large-to-solve": {
    en: "This board is too large for the solver.",
    fr: "Ce plateau est trop grand pour le solveur.",
  },
  "error.stopped-early": {
    en: "The search was stopped before it began.",
    fr: "La recherche a été arrêtée avant de commencer.",
  },
  "error.nothing-to-stop": {
    en: "There is no search {search} to stop.",
    fr: "Il n’y a pas de recherche {search} à arrêter.",
  },
  "error.search-gone": {
    en: "The tree of this search is gone; search again.",
    fr: "L’arbre de cette recherche n’existe plus ; relancez-la.",
  },
  "error.tree-gone": {
    en: "The tree of this search is gone; search again.",
    fr: "L’arbre de cette recherche n’existe plus ; relancez-la.",
  },
  "error.tree-not-begun": {
    en: "The search has not begun: there is no tree yet.",
    fr: "La recherche n’a pas commencé : il n’y a pas encore d’arbre.",
  },
  "error.policy-tree": {
    en: "This player plays without a search: there is no tree.",
    fr: "Ce joueur joue sans recherche : il n’y a pas d’arbre.",
  },
  "error.proven-tree": {
    en: "This is proven, not searched: there is no tree.",
    fr: "C’est prouvé, et non exploré : il n’y a pas d’arbre.",
  },
  "error.not-in-tree": {
    en: "The search has not come to {path}.",
    fr: "La recherche n’est pas arrivée à {path}.",
  },
};
