import type { Words } from "../words.svelte";

/** Errors that the page says in its own way, by their codes; for all others the server has a sentence. */
export const errors: Words = {
  "error.lost": { en: "Connection lost, trying again…", fr: "Connexion perdue, nouvel essai…" },
  "error.message-too-long": {
    en: "That is too long: the server takes {most} kB at most.",
    fr: "C’est trop long : le serveur prend {most} ko au plus.",
  },
  "error.given-up": {
    en: "The connection was lost {n} times right after this was asked; reload the page to ask again.",
    fr: "La connexion s’est perdue {n} fois juste après cette demande ; rechargez la page pour la refaire.",
  },
  "error.busy": {
    en: "The server is busy; try again in a while.",
    fr: "Le serveur est occupé ; réessayez dans un moment.",
  },
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
  "error.heap-order": {
    en: "Fill the heaps in their order: the second before the third, the third before the fourth.",
    fr: "Remplissez les tas dans l’ordre : le deuxième avant le troisième, le troisième avant le quatrième.",
  },
  "error.link-brackets": {
    en: "The brackets of the side lines in this link do not match.",
    fr: "Les parenthèses des variantes de ce lien ne vont pas par paires.",
  },
  "error.link-signs": {
    en: "This link is damaged: {text} cannot be read.",
    fr: "Ce lien est abîmé : {text} est illisible.",
  },
  "error.too-long-move": {
    en: "{text} is too long for a move.",
    fr: "{text} est trop long pour un coup.",
  },
  "error.too-many-moves": {
    en: "This game has more than {most} moves, side lines included.",
    fr: "Cette partie a plus de {most} coups, variantes comprises.",
  },
  "error.illegal-move": {
    en: "Move {number}, {move}, is not legal there: {why}.",
    fr: "Le coup {number}, {move}, n’est pas permis à cet endroit : {why}.",
  },
  "error.move-after-the-end": {
    en: "{move} cannot be played: the game is over before it.",
    fr: "{move} ne peut pas être joué : la partie est finie avant.",
  },
  "error.no-set-up": {
    en: "Positions of {game} cannot be set up.",
    fr: "On ne peut pas composer de position de {game}.",
  },
  "error.match-owner": {
    en: "Matches belong to nobody: set them up with the pieces of the first player.",
    fr: "Les allumettes ne sont à personne : posez-les avec les pièces du premier joueur.",
  },
  "error.unknown-player": { en: "No player is called {player}.", fr: "Aucun joueur ne s’appelle {player}." },
  "error.not-for-this-game": { en: "{player} cannot play {game}.", fr: "{player} ne sait pas jouer à {game}." },
  "error.no-budget": {
    en: "A search needs a number of simulations or a time.",
    fr: "Une recherche a besoin d’un nombre de simulations ou d’une durée.",
  },
  "error.no-reuse": {
    en: "Reuse and ponder do not work on the page: each search starts anew.",
    fr: "Reuse et ponder ne marchent pas sur la page : chaque recherche repart de zéro.",
  },
};
