// Pictures of a position, and of a whole game in motion.
import type { Words } from "../words.svelte";

export const picture: Words = {
  picture_kind: { en: "What", fr: "Quoi" },
  picture_svg: { en: "This position, for print (SVG)", fr: "Cette position, pour l’impression (SVG)" },
  picture_png: { en: "This position, for a slide (PNG)", fr: "Cette position, pour une diapositive (PNG)" },
  picture_gif: { en: "The game, move by move (GIF)", fr: "La partie, coup par coup (GIF)" },
  picture_width: { en: "Width in pixels", fr: "Largeur en pixels" },
  picture_pace: { en: "Seconds a move", fr: "Secondes par coup" },
  picture_save: { en: "Download", fr: "Télécharger" },
  picture_stop: { en: "Stop", fr: "Arrêter" },
  picture_works: { en: "Drawing {n} of {total}", fr: "Dessin {n} sur {total}" },
  picture_none: { en: "There are no moves to show yet.", fr: "Il n’y a pas encore de coups à montrer." },
  picture_failed: { en: "The picture could not be made.", fr: "L’image n’a pas pu être faite." },
};
