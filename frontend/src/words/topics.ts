// The texts of the teaching, one topic each; its formula and its paper are optional.
import type { Words } from "../words.svelte";

interface Text {
  en: string;
  fr: string;
}

interface Topic {
  text: Text;
  formula?: string | Text;
  paper?: string;
}

const same = (text: string): Text => ({ en: text, fr: text });

const texts: Record<string, Topic> = {
  "basics.search": {
    text: {
      en:
        "How good is a move? One way to find out is to play it, then finish the game with random moves, " +
        "see who wins, and do that many thousand times. One such game is a simulation, or playout. " +
        "A single one says almost nothing; the average of many says a lot.\n\n" +
        "A tree search goes further. It remembers the first moves of its simulations in a tree, and uses the " +
        "results so far to decide which branch to try next: promising moves are tried more often, so their " +
        "values become more exact, and so do the best replies to them. Each simulation has four steps: " +
        "walk down the tree, add a node, play out to the end, and carry the result back up.\n\n" +
        "Nobody has to tell such a search what a good position looks like. The rules of the game are enough.",
      fr:
        "Que vaut un coup ? Une façon de le savoir est de le jouer, de finir la partie avec des coups au hasard, " +
        "de regarder qui gagne, et de recommencer des milliers de fois. Une telle partie s’appelle une simulation. " +
        "Une seule ne dit presque rien ; la moyenne d’un grand nombre en dit beaucoup.\n\n" +
        "Une recherche arborescente va plus loin. Elle garde les premiers coups de ses simulations dans un arbre, et " +
        "les résultats obtenus décident de la branche à essayer ensuite : les coups prometteurs sont essayés plus " +
        "souvent, leur valeur devient donc plus précise, et celle des meilleures réponses aussi. Chaque simulation a " +
        "quatre étapes : descendre dans l’arbre, ajouter un nœud, jouer jusqu’à la fin, remonter le résultat.\n\n" +
        "Nul besoin d’expliquer à une telle recherche à quoi ressemble une bonne position. Les règles du jeu suffisent.",
    },
    paper: "Browne et al., A Survey of Monte Carlo Tree Search Methods, 2012",
  },
  "basics.solver": {
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
    text: {
      en:
        "The teacher looks at every move of a person and says what the solver knows of it. Right (✓): it keeps what the " +
        "position was worth, and no other move wins sooner or loses later. An inaccuracy (?!): it keeps it too, but wins later or " +
        "loses sooner than necessary. A mistake (?) turns a win into a draw or a draw into a loss, and costs half a point; a " +
        "blunder (??) turns a win into a loss, a whole one. The moves that would have been right are named.\n\n" +
        "“Show the answers” writes on the board what each legal move leads to: ✓7 wins in 7 plies, = draws, ✗12 loses in " +
        "12, and ? is not known. All of it holds for best play on both sides from there on.\n\n" +
        "Where the solver cannot say in its few seconds, the teacher says “not known”. The win chances of a search may still " +
        "tell something there, but they are an opinion. Moves that you play faster than the solver works are judged later. The " +
        "review of a game marks the exact mistakes in the same way, from the end of the game as far back as the solver gets.",
      fr:
        "Le professeur regarde chaque coup d’une personne et dit ce que le solveur en sait. Juste (✓) : il garde ce que valait " +
        "la position, et aucun autre coup ne gagne plus tôt ni ne perd plus tard. Une imprécision (?!) : il le garde aussi, mais gagne " +
        "plus tard ou perd plus tôt que nécessaire. Une erreur (?) change un gain en nulle ou une nulle en perte et coûte un " +
        "demi-point ; une gaffe (??) change un gain en perte, un point entier. Les coups qu’il fallait jouer sont nommés.\n\n" +
        "« Montrer les réponses » écrit sur le plateau ce que donne chaque coup légal : ✓7 gagne en 7 demi-coups, = annule, ✗12 " +
        "perd en 12, et ? n’est pas connu. Tout cela vaut pour le meilleur jeu des deux camps à partir de là.\n\n" +
        "Là où le solveur ne peut rien dire en quelques secondes, le professeur dit « pas connu ». Les chances de gain d’une " +
        "recherche peuvent y dire encore quelque chose, mais c’est un avis. Les coups joués plus vite que le solveur ne travaille " +
        "sont jugés plus tard. L’analyse d’une partie marque les erreurs exactes de la même façon, de la fin de la partie " +
        "jusqu’où le solveur remonte.",
    },
  },

  // searches
  "search.flat": {
    text: {
      en:
        "The simplest search of all: every legal move gets the same number of playouts, and the one with the best " +
        "average is played. It grows no tree. Much of its work goes into moves that are plainly bad, and it believes " +
        "that the other player answers at random, so it likes traps that a good player sees at once.",
      fr:
        "La plus simple des recherches : chaque coup légal reçoit le même nombre de simulations, et celui qui a la " +
        "meilleure moyenne est joué. Elle ne construit pas d’arbre. Une bonne part du travail va à des coups " +
        "manifestement mauvais, et elle croit que l’adversaire répond au hasard : elle aime donc les pièges qu’un bon " +
        "joueur voit tout de suite.",
    },
    formula: {
      en: "play the move with the largest Q = wins / playouts",
      fr: "jouer le coup de plus grand Q = victoires / simulations",
    },
    paper: "Abramson, Expected-Outcome: A General Model of Static Evaluation, 1990",
  },
  "search.ucb": {
    text: {
      en:
        "Choosing a move is like standing before a row of slot machines: you want to play the best one, but must try " +
        "the others to know which that is. UCB1 settles this by optimism. To the mean Q of each move it adds a bonus " +
        "that is large where the move has few tries n among the N so far, and always tries the move with the largest " +
        "sum. Good moves get most of the playouts, and no move is forgotten for ever. Here it is used at the root " +
        "only; what follows is plain playouts.",
      fr:
        "Choisir un coup, c’est être devant une rangée de machines à sous : on veut jouer la meilleure, mais il faut " +
        "essayer les autres pour savoir laquelle c’est. UCB1 tranche par l’optimisme. À la moyenne Q de chaque coup, il " +
        "ajoute un bonus d’autant plus grand que le coup a peu d’essais n parmi les N déjà faits, et il essaie toujours " +
        "le coup dont la somme est la plus grande. Les bons coups reçoivent l’essentiel des simulations, et aucun n’est " +
        "oublié pour toujours. Ici, il ne sert qu’à la racine ; la suite est faite de simples simulations.",
    },
    formula: "Q + c √(ln N / n)",
    paper: "Auer, Cesa-Bianchi and Fischer, 2002",
  },
  "search.halving": {
    text: {
      en:
        "A knock-out tournament among the moves. In each round all moves that are left get an equal share of the " +
        "playouts, then the worse half of them is dropped. The last move standing is played. What counts here is to " +
        "name the right move in the end, not to win while trying, and for that halving wastes less than UCB. With " +
        "a time limit, every round takes the same share of the time. In the formula, m is the number of moves.",
      fr:
        "Un tournoi à élimination entre les coups. À chaque tour, tous les coups qui restent reçoivent la même part " +
        "des simulations, puis la moins bonne moitié est écartée. Le dernier coup en lice est joué. Ce qui compte ici " +
        "est de désigner le bon coup à la fin, pas de gagner pendant les essais, et pour cela on gaspille moins " +
        "qu’avec UCB. Avec une limite de temps, chaque tour reçoit la même part du temps. Dans la formule, m est le " +
        "nombre de coups.",
    },
    formula: {
      en: "playouts per move in a round = budget / (moves left × log₂ m)",
      fr: "simulations par coup dans un tour = budget / (coups restants × log₂ m)",
    },
    paper: "Karnin, Koren and Somekh, 2013",
  },
  "search.uct": {
    text: {
      en:
        "The classic of Monte Carlo tree search: UCB in every node of a tree. Coming down the tree, a simulation takes " +
        "in each node the move that maximises the formula: its mean result Q for the player to move, plus a bonus for " +
        "moves that were tried rarely (n times of the N that passed the node). The first part goes where things went " +
        "well, the second where little is known; the constant c weighs one against the other. Given time, the tree grows " +
        "deep along the best play of both sides and the values approach those of perfect play. In the end the move that " +
        "was visited most is played.",
      fr:
        "Le classique de la recherche arborescente Monte-Carlo : UCB dans chaque nœud d’un arbre. En descendant, une " +
        "simulation prend dans chaque nœud le coup qui maximise la formule : son résultat moyen Q pour le joueur au " +
        "trait, plus un bonus pour les coups rarement essayés (n fois sur les N passages par le nœud). Le premier terme " +
        "va où cela s’est bien passé, le second où l’on sait peu ; la constante c pèse l’un contre l’autre. Avec du " +
        "temps, l’arbre s’approfondit le long du meilleur jeu des deux camps et les valeurs s’approchent de celles du " +
        "jeu parfait. À la fin, on joue le coup le plus visité.",
    },
    formula: "Q + c √(ln N / n)",
    paper: "Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006",
  },
  "search.amaf": {
    text: {
      en:
        "All moves as first. In many games a good move is good whether it is played now or a little later. So AMAF asks " +
        "not “how did the simulations end that began with this move?” but “how did those end in which this player made " +
        "this move at any time from here on?” Every simulation then says something about dozens of moves at once, and " +
        "the values A settle very quickly. But they are biased: a move that is brilliant now and useless later gets an " +
        "average of the two. Below alpha = 1 a part of UCT’s value Q is mixed in.",
      fr:
        "« All moves as first » : tous les coups comme s’ils étaient joués d’abord. Dans bien des jeux, un bon coup est " +
        "bon maintenant ou un peu plus tard. AMAF ne demande donc pas « comment ont fini les simulations commencées par " +
        "ce coup ? » mais « comment ont fini celles où ce joueur l’a joué, à n’importe quel moment à partir d’ici ? ». " +
        "Chaque simulation renseigne ainsi sur des dizaines de coups à la fois, et les valeurs A se stabilisent très " +
        "vite. Mais elles sont biaisées : un coup brillant maintenant et inutile ensuite reçoit la moyenne des deux. " +
        "Avec alpha inférieur à 1, une part de la valeur Q d’UCT est mélangée.",
    },
    formula: "(1 − α) Q + α A",
    paper: "Brügmann, Monte Carlo Go, 1993; Helmbold and Parker-Wood, 2009 (alpha-AMAF)",
  },
  "search.rave": {
    text: {
      en:
        "Rapid action value estimation takes the best of two worlds. The AMAF value A of a move is known soon but " +
        "biased; its own mean Q is right in the end but needs many visits. RAVE mixes both with a weight β that is " +
        "near 1 while the move is young and falls towards 0 as its visits grow. How fast it falls is the schedule. " +
        "With AMAF values to guide the first visits, an exploration bonus is hardly needed: c = 0 was found to be best. " +
        "In Go and Hex this was one of the great steps forward.",
      fr:
        "« Rapid action value estimation », l’estimation rapide de la valeur des coups, prend le meilleur de deux " +
        "mondes. La valeur AMAF A d’un coup est vite connue mais biaisée ; sa propre moyenne Q finit par être juste mais " +
        "demande beaucoup de visites. RAVE mélange les deux avec un poids β, proche de 1 tant que le coup est jeune, et " +
        "qui tend vers 0 quand ses visites augmentent. Le calendrier dit à quelle vitesse. Comme les valeurs AMAF " +
        "guident les premières visites, un bonus d’exploration n’est guère utile : c = 0 s’est montré le meilleur. Au go " +
        "et au Hex, ce fut l’un des grands progrès.",
    },
    formula: "(1 − β) Q + β A",
    paper: "Gelly and Silver, 2007 and 2011",
  },
  "search.grave": {
    text: {
      en:
        "RAVE has a weak spot: deep in the tree a node has had few simulations, so its AMAF table says little. " +
        "Generalized RAVE looks further up. It takes the AMAF values from the nearest ancestor with more than ref " +
        "visits (the node itself, if it has that many; the root, if none has). They belong to a slightly different " +
        "position, but rest on many more games. With ref = 0 it is RAVE; with a ref that no node reaches, only the " +
        "root’s table is used (HRAVE). It is strong in many games and is the default here in several of them.",
      fr:
        "RAVE a un point faible : au fond de l’arbre, un nœud a vu peu de simulations, et sa table AMAF dit peu de " +
        "choses. « Generalized RAVE » regarde plus haut. Il prend les valeurs AMAF de l’ancêtre le plus proche qui a " +
        "plus de ref visites (le nœud lui-même s’il en a autant ; la racine si aucun n’en a assez). Elles viennent " +
        "d’une position un peu différente, mais reposent sur bien plus de parties. Avec ref = 0, c’est RAVE ; avec un " +
        "ref qu’aucun nœud n’atteint, seule la table de la racine sert (HRAVE). Il est fort dans beaucoup de jeux et " +
        "c’est le choix par défaut ici dans plusieurs d’entre eux.",
    },
    formula: {
      en: "(1 − β) Q + β A, with A from the nearest ancestor that has more than ref visits",
      fr: "(1 − β) Q + β A, où A vient du plus proche ancêtre qui a plus de ref visites",
    },
    paper: "Cazenave, Generalized Rapid Action Value Estimation, 2015",
  },
  "search.shuss": {
    text: {
      en:
        "Sequential halving using scores. At the root it is a knock-out tournament like sequential halving, but below " +
        "each move GRAVE searches instead of plain playouts. And when half of the moves must go, they are judged by " +
        "their mean plus their AMAF value A, which weighs less the more simulations n the move has had: early on, when " +
        "means are still noise, AMAF protects good moves from being thrown out by bad luck.",
      fr:
        "« Sequential halving using scores », l’élimination par moitiés avec des scores. À la racine, c’est un tournoi " +
        "à élimination, mais sous chaque coup, GRAVE cherche au lieu de simples simulations. Et quand la moitié des " +
        "coups doit partir, ils sont jugés sur leur moyenne plus leur valeur AMAF A, qui pèse d’autant moins que le coup " +
        "a eu plus de simulations n : au début, quand les moyennes ne sont encore que du bruit, AMAF évite à de bons " +
        "coups d’être écartés par malchance.",
    },
    formula: { en: "keep the half with the largest Q + c A / n", fr: "garder la moitié de plus grand Q + c A / n" },
    paper: "Fabiano and Cazenave, Sequential Halving Using Scores, 2021",
  },
  "search.history": {
    text: {
      en:
        "UCT with a memory for reputations. For each move it keeps H, the mean result of all simulations of the whole " +
        "search in which the move was made, wherever that was. A move with a good name gets a bonus. The bonus fades with " +
        "the visits n, and it fades faster where the move does badly (Q small): a good name must be confirmed. The " +
        "weight of the history is w.",
      fr:
        "UCT avec une mémoire des réputations. Pour chaque coup, on garde H, le résultat moyen de toutes les simulations " +
        "de la recherche où il a été joué, où que ce soit. Un coup de bonne réputation reçoit un bonus. Ce bonus " +
        "s’efface avec les visites n, et d’autant plus vite que le coup va mal (Q petit) : une bonne réputation doit se " +
        "confirmer. Le poids de l’historique est w.",
    },
    formula: "Q + c √(ln N / n) + w H / ((1 − Q) n + 1)",
    paper: "Nijssen and Winands, 2011",
  },
  "search.uctamaf": {
    text: {
      en:
        "The simplest way to use AMAF values: add them. A is the mean result of all simulations of the whole search in which " +
        "the move was made, wherever that was, and it is added to UCT’s value. There is one table for the whole tree, and " +
        "no β: A never stops to count, so a move that is good elsewhere misleads for ever. Compare it with RAVE and GRAVE, " +
        "where its weight falls, and with progressive history, where the bonus fades.",
      fr:
        "La façon la plus simple d’utiliser les valeurs AMAF : les ajouter. A est le résultat moyen de toutes les simulations " +
        "de la recherche où le coup a été joué, où que ce soit, et il s’ajoute à la valeur d’UCT. Il n’y a qu’une table pour " +
        "tout l’arbre, et pas de β : A ne cesse jamais de compter, si bien qu’un coup qui est bon ailleurs trompe pour " +
        "toujours. À comparer avec RAVE et GRAVE, où son poids diminue, et avec l’historique progressif, où le bonus s’efface.",
    },
    formula: "Q + c √(ln N / n) + A",
  },
  "search.implicit": {
    text: {
      en:
        "Some games have a simple way to judge a position without playing it out, such as counting pieces: an evaluation. " +
        "Implicit minimax keeps two values for every move, the mean Q of its simulations and V, the minimax value of that " +
        "evaluation over the tree below: what remains if both sides choose the best for themselves. UCT then runs on a " +
        "blend of the two. The playouts see far but vaguely, the evaluation near but sharply. It is used for games that " +
        "have an evaluation: Breakthrough, Knightthrough and Othello.",
      fr:
        "Certains jeux permettent de juger une position sans la jouer jusqu’au bout, par exemple en comptant les pièces : " +
        "c’est une évaluation. Le minimax implicite garde deux valeurs pour chaque coup, la moyenne Q de ses simulations " +
        "et V, la valeur minimax de cette évaluation sur l’arbre au-dessous : ce qui reste si chaque camp choisit ce " +
        "qu’il y a de mieux pour lui. UCT utilise alors un mélange des deux. Les simulations voient loin mais flou, " +
        "l’évaluation de près mais net. Il sert dans les jeux qui ont une évaluation : Breakthrough, Knightthrough et " +
        "Othello.",
    },
    formula: "(1 − α) Q + α V + c √(ln N / n)",
    paper: "Lanctot, Winands, Pepels and Sturtevant, 2014",
  },
  "search.puct": {
    text: {
      en:
        "The search of AlphaZero. A neural network looks at a position and says two things: how likely each move is to be " +
        "the best, its prior P, and who will win. No playouts are needed: a leaf is worth what the network says. A move " +
        "is tried again and again while its mean Q is good; how soon and how often it gets a chance is decided by its " +
        "prior, which counts less the more visits n it has had. Without a network for the game all moves are equally " +
        "likely, and playouts say what a leaf is worth.",
      fr:
        "La recherche d’AlphaZero. Un réseau de neurones regarde une position et dit deux choses : la probabilité que " +
        "chaque coup soit le meilleur, P, et qui va gagner. Pas besoin de simulations : une feuille vaut ce que dit le " +
        "réseau. Un coup est repris tant que sa moyenne Q est bonne ; c’est P qui décide quand il a sa chance et combien " +
        "de fois, et P compte d’autant moins que le coup a eu plus de visites n. Sans réseau pour ce jeu, tous les coups " +
        "sont également probables, et des simulations disent ce que vaut une feuille.",
    },
    formula: "Q + c P √N / (1 + n)",
    paper: "Silver and others, Mastering the game of Go without human knowledge, 2017",
  },
  "search.gumbel": {
    text: {
      en:
        "AlphaZero for few simulations. At the root it considers only the moves that the network thinks likely, and shares " +
        "the simulations out among them like a knock-out tournament: after every round the better half stays, by the " +
        "network’s prior P and by the mean Q of what was found. Below the root visits follow the prior as the results " +
        "have corrected it. With a few dozen simulations it already plays better than the network alone.",
      fr:
        "AlphaZero avec peu de simulations. À la racine, il n’envisage que les coups que le réseau juge probables, et leur " +
        "partage les simulations comme dans un tournoi à élimination : après chaque tour, la meilleure moitié reste, " +
        "d’après la probabilité P du réseau et la moyenne Q de ce qui a été trouvé. Sous la racine, les visites suivent " +
        "cette probabilité telle que les résultats l’ont corrigée. Avec quelques dizaines de simulations, il joue déjà " +
        "mieux que le réseau seul.",
    },
    formula: { en: "keep the half with the largest ln P + s(Q)", fr: "garder la moitié de plus grand ln P + s(Q)" },
    paper: "Danihelka, Guez, Schrittwieser and Silver, Policy improvement by planning with Gumbel, 2022",
  },
  "search.puctgrave": {
    text: {
      en:
        "PUCT and GRAVE together. The network says how likely each move is to be the best, its prior P, and what a leaf is " +
        "worth. One playout from each leaf also fills the statistics of GRAVE: in a node with few visits, what a move was " +
        "worth anywhere in the playouts below, A, counts beside its mean Q, by a weight β that goes away as visits come.",
      fr:
        "PUCT et GRAVE ensemble. Le réseau dit la probabilité que chaque coup soit le meilleur, P, et ce que vaut une " +
        "feuille. Une simulation par feuille remplit aussi les statistiques de GRAVE : dans un nœud peu visité, ce qu’un " +
        "coup a valu n’importe où dans les simulations, A, compte à côté de sa moyenne Q, avec un poids β qui s’efface à " +
        "mesure que viennent les visites.",
    },
    formula: "(1 − β) Q + β A + c P √N / (1 + n)",
    paper: "Cazenave, 2015; Silver and others, 2017",
  },

  // playout policies
  "policy.random": {
    text: {
      en:
        "Any legal move, all equally likely. As a player it is the zero of every scale: a search that does not beat it " +
        "is broken. As a playout policy it is the fastest, and often good enough, because the errors of both sides " +
        "roughly cancel out over thousands of games.",
      fr:
        "N’importe quel coup légal, tous avec la même probabilité. Comme joueur, c’est le zéro de toute échelle : une " +
        "recherche qui ne le bat pas a un défaut. Comme politique de simulation, c’est la plus rapide, et souvent elle " +
        "suffit, car sur des milliers de parties les erreurs des deux camps se compensent à peu près.",
    },
  },
  "policy.biased": {
    text: {
      en:
        "Random play with open eyes: it wins at once if it can; if the other player threatens to win at once, it stops " +
        "that; otherwise any move. Each playout takes longer but makes fewer absurd mistakes. In Connect 4, where so much " +
        "depends on single threats, that pays.",
      fr:
        "Le hasard, mais les yeux ouverts : elle gagne tout de suite si elle le peut ; si l’adversaire menace de gagner " +
        "tout de suite, elle l’en empêche ; sinon, n’importe quel coup. Chaque simulation est plus lente mais fait moins " +
        "de fautes absurdes. Au Puissance 4, où tant dépend d’une seule menace, cela paie.",
    },
  },
  "policy.bridges": {
    text: {
      en:
        "Only in Hex. Two stones form a bridge if two empty cells join them: should the opponent take one, the other still " +
        "connects. This policy answers such an intrusion by taking the other cell, and plays at random otherwise. Random " +
        "playouts would lose connections that no player would ever lose; this repairs the commonest case.",
      fr:
        "Seulement au Hex. Deux pierres forment un pont si deux cases vides les relient : que l’adversaire prenne l’une, " +
        "l’autre connecte encore. Cette politique répond à une telle intrusion en prenant l’autre case, et joue au hasard " +
        "sinon. Des simulations au hasard perdraient des connexions qu’aucun joueur ne perdrait ; ceci répare le cas le " +
        "plus fréquent.",
    },
    paper: "Arneson, Hayward and Henderson, Monte Carlo Tree Search in Hex, 2010",
  },
  "policy.mast": {
    text: {
      en:
        "The move-average sampling technique. For every move the search remembers Q, the mean result of all simulations in " +
        "which it was made, no matter when. Playouts then prefer moves with a high mean. The temperature τ says how " +
        "strongly: close to 0 the best moves are nearly always taken, at a high one all are about equally likely. With " +
        "epsilon above 0 the best move is taken instead, except for that share of random ones. A move never seen counts " +
        "as 1, so that it gets its chance.",
      fr:
        "« Move-average sampling technique », l’échantillonnage selon la moyenne des coups. Pour chaque coup, la recherche " +
        "retient Q, le résultat moyen de toutes les simulations où il a été joué, peu importe quand. Les simulations " +
        "préfèrent ensuite les coups de moyenne élevée. La température τ dit à quel point : près de 0, les meilleurs sont " +
        "presque toujours pris ; si elle est haute, tous ont à peu près la même chance. Avec epsilon positif, on prend " +
        "plutôt le meilleur coup, sauf pour cette part de coups au hasard. Un coup jamais vu compte pour 1, afin qu’il ait " +
        "sa chance.",
    },
    formula: { en: "chance of a move ∝ exp(Q / τ)", fr: "probabilité d’un coup ∝ exp(Q / τ)" },
    paper: "Finnsson and Björnsson, 2008",
  },
  "policy.nst": {
    text: {
      en:
        "The n-gram selection technique is MAST with context. It keeps mean results not only for single moves but also for " +
        "sequences of two and three moves in a row: what this move achieved after those before it. A move is worth the " +
        "average over the sequences it would complete, of those that have been seen often enough.",
      fr:
        "« N-gram selection technique », la sélection par n-grammes, est MAST avec du contexte. Elle garde les résultats " +
        "moyens non seulement des coups isolés, mais aussi des suites de deux et trois coups : ce que ce coup a donné après " +
        "ceux qui le précèdent. Un coup vaut la moyenne sur les suites qu’il compléterait, parmi celles qui ont été vues " +
        "assez souvent.",
    },
    formula: {
      en: "value = mean of Q(move), Q(last, move), Q(last two, move)",
      fr: "valeur = moyenne de Q(coup), Q(dernier, coup), Q(deux derniers, coup)",
    },
    paper: "Tak, Winands and Björnsson, 2012",
  },
  "policy.ppa": {
    text: {
      en:
        "Playout policy adaptation: playouts that learn from their winners. Every move has a weight w, 0 at first, and is " +
        "drawn with a chance that grows with exp(w). After a simulation, wherever the winner was to move, the move played " +
        "gains α, and every legal move loses α times its chance of being drawn; so the weights shift towards what wins. " +
        "It is the same idea as in policy-gradient learning, done afresh within each search.",
      fr:
        "« Playout policy adaptation », l’adaptation de la politique de simulation : les simulations apprennent de leurs " +
        "vainqueurs. Chaque coup a un poids w, 0 au départ, et il est tiré avec une probabilité qui croît comme exp(w). " +
        "Après une simulation, partout où le vainqueur avait le trait, le coup joué gagne α, et chaque coup légal perd α " +
        "fois sa probabilité d’être tiré ; les poids glissent ainsi vers ce qui gagne. C’est l’idée de l’apprentissage par " +
        "gradient de politique, refaite à neuf dans chaque recherche.",
    },
    formula: {
      en: "P(move) = exp(w) / Σ exp(w);  w[played] += α,  w[k] −= α P(k) for every legal k",
      fr: "P(coup) = exp(w) / Σ exp(w) ;  w[joué] += α,  w[k] −= α P(k) pour tout k légal",
    },
    paper: "Cazenave, Playout Policy Adaptation for Games, 2015",
  },
  "policy.ppaf": {
    text: {
      en:
        "PPA with move features. The weight is not learnt for the bare move but for the move with what makes it special, " +
        "such as whether it captures: a step to d5 and a capture on d5 are then two different things. In games without such " +
        "features it is the same as PPA. With keep above 0 a part of the weights survives from one move of the game to the " +
        "next (PPAFM).",
      fr:
        "PPA avec des traits de coups. Le poids n’est pas appris pour le coup nu mais pour le coup avec ce qui le " +
        "distingue, par exemple s’il prend une pièce : un pas vers d5 et une prise en d5 sont alors deux choses différentes. " +
        "Dans les jeux sans de tels traits, c’est PPA. Avec keep positif, une part des poids survit d’un coup de la partie " +
        "au suivant (PPAFM).",
    },
    formula: {
      en: "as PPA, with the weight of (move, features)",
      fr: "comme PPA, avec le poids de (coup, traits)",
    },
    paper: "Cazenave, Playout Policy Adaptation with Move Features, 2016",
  },
  "policy.lgr": {
    text: {
      en:
        "Last good reply: answer a move as it was last answered with success. After a simulation, each move of the winner is " +
        "stored as the reply to the move before it, and to the two moves before it. A playout plays the stored reply if it " +
        "is legal, first looking for one to the last two moves, then to the last; else any move. A stored reply that loses " +
        "is forgotten, so that bad habits do not last.",
      fr:
        "« Last good reply », la dernière bonne réponse : répondre à un coup comme on y a répondu la dernière fois avec " +
        "succès. Après une simulation, chaque coup du vainqueur est retenu comme réponse au coup précédent, et aux deux " +
        "coups précédents. Une simulation joue la réponse retenue si elle est légale, d’abord celle aux deux derniers " +
        "coups, puis celle au dernier ; sinon, n’importe quel coup. Une réponse qui perd est oubliée, afin que les " +
        "mauvaises habitudes ne durent pas.",
    },
    paper: "Drake, 2009; Baier and Drake, 2010",
  },

  // RAVE schedules: n visits of the move, a its AMAF samples, N the visits of the node
  "schedule.bias": {
    text: {
      en:
        "β is the share of the move’s AMAF samples a among all it has, a + n, made smaller by a term that grows with both. " +
        "The parameter bias says how wrong AMAF values are thought to be: the larger, the sooner the search relies on the " +
        "move’s own visits n alone. The standard in GRAVE.",
      fr:
        "β est la part des échantillons AMAF a du coup parmi tous les siens, a + n, réduite par un terme qui croît avec les " +
        "deux. Le paramètre bias dit à quel point on croit les valeurs AMAF fausses : plus il est grand, plus tôt la " +
        "recherche ne se fie qu’aux visites n du coup. C’est le choix habituel dans GRAVE.",
    },
    formula: "β = a / (n + a + bias · n · a)",
    paper: "Cazenave, 2015",
  },
  "schedule.hand": {
    text: {
      en:
        "The first schedule of RAVE, chosen by hand. It looks only at the visits N of the node. The parameter k is the number " +
        "of visits at which β has fallen to one half: AMAF and the move’s own value then count the same.",
      fr:
        "Le premier calendrier de RAVE, choisi à la main. Il ne regarde que les visites N du nœud. Le paramètre k est le " +
        "nombre de visites où β est tombé à un demi : AMAF et la valeur propre du coup comptent alors autant.",
    },
    formula: "β = √(k / (3 N + k))",
    paper: "Gelly and Silver, 2007",
  },
  "schedule.child": {
    text: {
      en:
        "The hand-picked schedule with the visits n of the move itself instead of those of the node: every move gives up its " +
        "AMAF value for itself. A move that is rarely tried leans on AMAF for long, however busy the node. At k visits of " +
        "the move β is one half.",
      fr:
        "Le calendrier choisi à la main, avec les visites n du coup lui-même au lieu de celles du nœud : chaque coup renonce " +
        "de son côté à sa valeur AMAF. Un coup rarement essayé s’appuie longtemps sur AMAF, si fréquenté que soit le nœud. À " +
        "k visites du coup, β vaut un demi.",
    },
    formula: "β = √(k / (3 n + k))",
  },
  "schedule.mse": {
    text: {
      en:
        "Derived rather than guessed: if AMAF values are off by a bias of about b, this β makes the mean squared error of the " +
        "mixture as small as possible. With few visits n of the move AMAF counts; with many, its own mean.",
      fr:
        "Calculé plutôt que deviné : si les valeurs AMAF sont décalées d’un biais d’environ b, ce β rend l’erreur " +
        "quadratique moyenne du mélange aussi petite que possible. Avec peu de visites n du coup, AMAF compte ; avec " +
        "beaucoup, sa propre moyenne.",
    },
    formula: "β = a / (n + a + 4 n a b²)",
    paper: "Gelly and Silver, 2011",
  },
  "schedule.weights": {
    text: {
      en:
        "As in the programs Fuego and MoHex, with two knobs: initial is how much an AMAF sample counts against a visit at the " +
        "start, and final the most visits that all of them together can be worth in the end. Bias and mse are special cases.",
      fr:
        "Comme dans les programmes Fuego et MoHex, avec deux réglages : initial est ce que compte un échantillon AMAF face à " +
        "une visite au début, et final le nombre de visites qu’ils peuvent valoir tous ensemble à la fin. Bias et mse en " +
        "sont des cas particuliers.",
    },
    formula: "β = a / (a + n (1 / initial + a / final))",
    paper: "Fuego (0.9, 20000), MoHex (2.12, 830)",
  },
  "schedule.ratio": {
    text: {
      en:
        "β falls with the AMAF samples a alone, whatever the visits of the move. At k samples it is one half. Simple, but a " +
        "move that playouts make often loses its AMAF guidance even if the search has hardly tried it itself.",
      fr:
        "β ne diminue qu’avec les échantillons AMAF a, quelles que soient les visites du coup. À k échantillons, il vaut un " +
        "demi. C’est simple, mais un coup que les simulations jouent souvent perd l’aide d’AMAF même si la recherche l’a à " +
        "peine essayé elle-même.",
    },
    formula: "β = k / (k + a)",
  },
  "schedule.threshold": {
    text: {
      en:
        "A straight line: β is 1 for a new move and falls evenly to 0 at v visits of the move. From there on the search is " +
        "plain UCT, and AMAF can do no more harm.",
      fr:
        "Une ligne droite : β vaut 1 pour un coup nouveau et descend régulièrement à 0 quand le coup a v visites. À partir de " +
        "là, c’est un UCT ordinaire, et AMAF ne peut plus nuire.",
    },
    formula: "β = max(0, (v − n) / v)",
  },
  "schedule.alpha": {
    text: {
      en:
        "No schedule at all: β stays the same for ever. 1 is pure AMAF, 0 plain UCT, and what lies between is alpha-AMAF. " +
        "Good for seeing what the falling of β is worth.",
      fr:
        "Pas de calendrier du tout : β reste le même pour toujours. 1 est AMAF pur, 0 un UCT ordinaire, et entre les deux " +
        "c’est alpha-AMAF. Utile pour voir ce qu’apporte la décroissance de β.",
    },
    formula: "β = α",
    paper: "Helmbold and Parker-Wood, 2009",
  },

  // what the panel shows
  "column.visits": {
    text: {
      en:
        "How many simulations went through this move. A tree search tries good moves more often, so visits are its verdict: " +
        "the most visited move is usually the one it plays. The longer its bar, the greater its share of all visits. A move can have a high " +
        "value and few visits; then that value is not worth much yet.",
      fr:
        "Combien de simulations sont passées par ce coup. Une recherche arborescente essaie plus souvent les bons coups : les " +
        "visites sont donc son verdict, et le coup le plus visité est d’ordinaire celui qu’elle joue. Plus sa barre est " +
        "longue, plus sa part de toutes les visites est grande. Un coup peut avoir une valeur haute et peu de visites ; cette valeur ne vaut alors pas " +
        "encore grand-chose.",
    },
  },
  "column.value": {
    text: {
      en:
        "The mean result of the simulations that went through the move, for the player who makes it: a win counts 1, a draw " +
        "one half (or what the parameter draw says), a loss 0. 60 % is thus an estimated chance to win. In the tree each level is seen from the side of the " +
        "player who moves there.",
      fr:
        "Le résultat moyen des simulations passées par ce coup, pour le joueur qui le joue : une victoire compte 1, une nulle " +
        "un demi (ou ce que dit le paramètre draw), une défaite 0. 60 % est donc une chance de gagner estimée. Dans l’arbre, chaque niveau est vu du côté du " +
        "joueur qui y joue.",
    },
    formula: { en: "Q = (wins + draws / 2) / visits", fr: "Q = (victoires + nulles / 2) / visites" },
  },
  "column.amaf": {
    text: {
      en:
        "The mean result of all simulations in which the player made this move at any time from here on, not only at once. " +
        "It is known sooner than the value but is less exact. It is shown for searches that use it.",
      fr:
        "Le résultat moyen de toutes les simulations où le joueur a joué ce coup à n’importe quel moment à partir d’ici, pas " +
        "seulement tout de suite. Elle est connue plus tôt que la valeur, mais moins exacte. Elle est montrée pour les " +
        "recherches qui s’en servent.",
    },
  },
  "column.prior": {
    text: {
      en:
        "How likely the network thinks it, before any search, that this is the move to play. The priors of all moves add up " +
        "to 100 %. A search tries likely moves first and more often, and its visits correct what the network got wrong.",
      fr:
        "À quel point le réseau juge probable, avant toute recherche, que ce coup soit le bon. Celles de tous les coups " +
        "font 100 % ensemble. Une recherche essaie d’abord, et plus souvent, les coups probables, et ses visites corrigent " +
        "ce que le réseau a mal jugé.",
    },
  },
  "column.network": {
    text: {
      en:
        "What the network thinks of the position after this move, for the player who makes it, without looking any " +
        "further. The value beside it is the mean of all positions that the search has seen beyond it, and is better.",
      fr:
        "Ce que le réseau pense de la position après ce coup, pour le joueur qui le joue, sans regarder plus loin. La " +
        "valeur à côté est la moyenne de toutes les positions que la recherche a vues au-delà, et vaut mieux.",
    },
  },
  "column.amaf_visits": {
    text: {
      en:
        "How many simulations the AMAF value rests on. On a wide board this is many times the visits, since every simulation " +
        "counts for each move that the player made in it.",
      fr:
        "Sur combien de simulations repose la valeur AMAF. Sur un grand plateau, c’est bien plus que les visites, puisque " +
        "chaque simulation compte pour chaque coup que le joueur y a joué.",
    },
  },
  "column.proven": {
    text: {
      en:
        "Not an estimate but a fact: the tree below this move reaches the end of the game whatever the other player does. " +
        "“wins in 3” means that the game is won 3 plies later at the latest, this move being the first of them (a ply is one " +
        "move of one player). Proven moves are not tried again, and a search stops when its root is proven. An exact solver " +
        "proves without a tree; where it knows the outcome but not its length, it says just “wins”.",
      fr:
        "Pas une estimation mais un fait : sous ce coup, l’arbre atteint la fin de la partie quoi que fasse l’adversaire. " +
        "« gagne en 3 » signifie que la partie est gagnée au plus tard 3 demi-coups plus loin, ce coup étant le premier (un " +
        "demi-coup est un coup d’un seul joueur). Les coups prouvés ne sont plus essayés, et une recherche s’arrête quand sa " +
        "racine est prouvée. Un solveur exact prouve sans arbre ; là où il connaît l’issue mais pas sa longueur, il dit " +
        "seulement « gagne ».",
    },
    paper: "Winands, Björnsson and Saito, Monte-Carlo Tree Search Solver, 2008",
  },
  "column.rate": {
    text: {
      en:
        "How fast the search plays games to their end. It depends on the game (a large board takes longer), on the playout " +
        "policy (a clever one is slower) and on the number of threads. Faster is not always stronger: a slow simulation that " +
        "knows more can be worth several quick ones.",
      fr:
        "À quelle vitesse la recherche joue des parties jusqu’au bout. Cela dépend du jeu (un grand plateau prend plus de " +
        "temps), de la politique de simulation (une plus fine est plus lente) et du nombre de fils d’exécution. Plus vite " +
        "n’est pas toujours plus fort : une simulation lente qui en sait plus peut en valoir plusieurs rapides.",
    },
  },
  "column.nodes": {
    text: {
      en:
        "How many positions the tree holds. It grows with the simulations; a search without a tree has only the root and its " +
        "moves.",
      fr:
        "Combien de positions contient l’arbre. Il grandit avec les simulations ; une recherche sans arbre n’a que la racine " +
        "et ses coups.",
    },
  },
  "column.depth": {
    text: {
      en:
        "How many moves ahead the deepest branch of the tree reaches. Simulations go on to the end of the game beyond it, but " +
        "what lies there is not remembered. The tree is deep where it matters: along the best line.",
      fr:
        "À combien de coups d’avance va la branche la plus profonde de l’arbre. Les simulations continuent au-delà jusqu’à la " +
        "fin de la partie, mais ce qui s’y trouve n’est pas retenu. L’arbre est profond là où cela compte : le long de la " +
        "meilleure suite.",
    },
  },
  "column.line": {
    text: {
      en:
        "What the search expects to happen: its move, then the reply it holds for best, and so on down the tree. The first " +
        "moves rest on many simulations, the last on few. Point at a move to see the line up to there on the board.",
      fr:
        "Ce à quoi la recherche s’attend : son coup, puis la réponse qu’elle tient pour la meilleure, et ainsi de suite dans " +
        "l’arbre. Les premiers coups reposent sur beaucoup de simulations, les derniers sur peu. Pointez un coup pour voir la " +
        "suite jusque-là sur le plateau.",
    },
  },
  "column.advantage": {
    text: {
      en:
        "The estimated win chances of both sides, as the value of the position: the first player’s from the left, the " +
        "second’s from the right. It is the opinion of this search with this budget; a stronger one may see things " +
        "differently, and against a player who errs the chances are better than they look. After few simulations it tells between which chances the true one lies.",
      fr:
        "Les chances de gain estimées des deux camps, d’après la valeur de la position : celles du premier joueur depuis la " +
        "gauche, celles du second depuis la droite. C’est l’avis de cette recherche avec ce budget ; une plus forte peut voir " +
        "les choses autrement, et contre un joueur qui se trompe les chances sont meilleures qu’il n’y paraît. Après peu de simulations, elle dit entre quelles chances se trouve la vraie.",
    },
  },
  "column.heat": {
    text: {
      en:
        "The colours on the board show where the search looks. The stronger the tint of a cell, the greater the share of the " +
        "visits that went to moves there. The numbers are the values of the most visited moves, and the chosen one is marked. " +
        "Watch how the colour is spread wide at first and then gathers on a few cells: that is the search making up its mind.",
      fr:
        "Les couleurs sur le plateau montrent où la recherche regarde. Plus la teinte d’une case est forte, plus grande est " +
        "la part des visites qui est allée aux coups joués là. Les nombres sont les valeurs des coups les plus visités, et " +
        "celui qui est choisi est marqué. Voyez comme la couleur est d’abord étalée puis se rassemble sur quelques cases : c’est la " +
        "recherche qui se fait son opinion.",
    },
  },
};

function teaching(): Words {
  const words: Words = {};
  for (const [topic, { text, formula, paper }] of Object.entries(texts)) {
    words[`topic.${topic}.text`] = text;
    if (formula) words[`topic.${topic}.formula`] = typeof formula === "string" ? same(formula) : formula;
    if (paper) {
      words[`topic.${topic}.paper`] = { en: paper, fr: paper.replaceAll(" and ", " et ").replaceAll("; ", " ; ") };
    }
  }
  return words;
}

export const topics: Words = teaching();
