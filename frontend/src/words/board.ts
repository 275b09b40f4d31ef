// What is said beside the board: what a game is about, the swap rule, how it ended.
import type { Words } from "../words.svelte";

export const board: Words = {
  goal: { en: "Goal", fr: "But du jeu" },
  goal_hex: {
    en: "Connect the two edges of your colour with an unbroken chain of stones.",
    fr: "Reliez les deux bords de votre couleur par une chaîne de pierres sans trou.",
  },
  goal_connect4: { en: "Get four discs in a row, in any direction.", fr: "Alignez quatre jetons, dans n’importe quel sens." },
  goal_breakthrough: { en: "Be the first to bring a pawn to the far row.", fr: "Amenez le premier un pion sur la rangée d’en face." },
  goal_knightthrough: {
    en: "Be the first to bring a knight to the far row. Knights only jump forward.",
    fr: "Amenez le premier un cavalier sur la rangée d’en face. Les cavaliers ne sautent que vers l’avant.",
  },
  goal_breakthrough_misere: {
    en: "Do not be the first to bring a pawn to the far row: whoever does loses.",
    fr: "N’amenez pas le premier un pion sur la rangée d’en face : qui le fait perd.",
  },
  goal_knightthrough_misere: {
    en: "Do not be the first to bring a knight to the far row: whoever does loses. Knights only jump forward.",
    fr: "N’amenez pas le premier un cavalier sur la rangée d’en face : qui le fait perd. Les cavaliers ne sautent que vers l’avant.",
  },
  goal_othello: {
    en: "Own the most discs in the end. Discs that you enclose in a line become yours.",
    fr: "Ayez le plus de jetons à la fin. Les jetons que vous encadrez deviennent les vôtres.",
  },
  goal_nim: {
    en: "Take the last match. A click on a match takes it and all to its right.",
    fr: "Prenez la dernière allumette. Un clic sur une allumette la prend avec toutes celles à sa droite.",
  },
  goal_nim_misere: {
    en: "Do not take the last match: whoever takes it loses.",
    fr: "Ne prenez pas la dernière allumette : qui la prend perd.",
  },
  goal_mnk: { en: "Get {line} in a row, in any direction.", fr: "Alignez-en {line}, dans n’importe quel sens." },
  goal_domineering: {
    en: "Be the last to find room for a domino: one player puts them upright, the other flat.",
    fr: "Soyez le dernier à trouver place pour un domino : l’un les pose debout, l’autre couchés.",
  },
  goal_atarigo: {
    en: "Be the first to capture a stone, by taking all free points around it.",
    fr: "Capturez le premier une pierre, en occupant tous les points libres autour d’elle.",
  },
  goal_go: {
    en: "Surround more of the board than the other. Two passes in a row end the game.",
    fr: "Entourez plus de points que l’autre. Deux passes de suite finissent la partie.",
  },
  goal_nogo: {
    en: "Keep a legal move longer than the other: nothing may ever be captured.",
    fr: "Gardez un coup permis plus longtemps que l’autre : rien ne doit être pris.",
  },
  rule_swap: {
    en: "Swap rule: the second player may take over the first stone instead of playing.",
    fr: "Règle de l’échange : le second joueur peut reprendre la première pierre au lieu de jouer.",
  },
  may_swap: {
    en: "You may swap: take this stone over instead of playing one.",
    fr: "Vous pouvez échanger : reprendre cette pierre à votre compte au lieu d’en poser une.",
  },
  swapped: {
    en: "{player} swapped: the first stone is {player}’s now, mirrored across the board. {other} to move.",
    fr: "{player} a échangé : la première pierre lui appartient, en miroir sur le plateau. Au tour de {other}.",
  },
  must_pass: {
    en: "{player} has no legal move here and must pass.",
    fr: "{player} n’a aucun coup permis et doit passer.",
  },
  cell_swapped: { en: "taken over by swap", fr: "reprise par échange" },
  unfit_player: { en: "{player}: cannot play, choose another", fr: "{player} : ne peut pas jouer, changez-le" },
  no_matches: { en: "No matches left", fr: "Plus d’allumettes" },
  you_won: { en: "You win!", fr: "Vous gagnez !" },
  you_lost: { en: "You lose.", fr: "Vous perdez." },
  wins_count: { en: "{player} wins {more} to {fewer}", fr: "{player} gagne {more} à {fewer}" },
  drawn_count: { en: "A draw, {more} to {fewer}", fr: "Partie nulle, {more} à {fewer}" },
  discs: { en: "discs", fr: "jetons" },
  what_next: { en: "What next", fr: "Et maintenant" },
  again: { en: "Play again", fr: "Rejouer" },
  change_sides: { en: "Change sides", fr: "Changer de camp" },
  review_it: { en: "Review", fr: "Analyser" },
};
