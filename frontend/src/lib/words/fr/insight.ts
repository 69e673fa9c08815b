// The words of the coach, of exercises and of a closer look at one's own play, in French.
import type { Insight } from '../en/insight';
import { grammar } from '../grammar';

const { plural, decimal, signedDecimal } = grammar('fr');

export const insight: Insight = {
  coach: {
    title: 'Que vaut ma main ?',
    thinking: 'Les cartes cachées sont redistribuées, encore et encore…',
    surer: 'On regarde plus loin…',
    none: 'Pour l’instant, il n’y a ni pari ni enchère à faire.',
    again: 'Redemander',
    worlds: (n) =>
      `Sur ${plural(n, 'donne', 'donnes')} qui s’accordent avec ce que vous voyez. ± est l’erreur à 95 %.`,
    contracts:
      'Si tous passent après votre enchère : la chance d’atteindre l’objectif, et vos points ' +
      'moins la moyenne des autres.',
    bids:
      'Si votre enchère tient : la chance de sortir en premier, et vos points moins la moyenne ' +
      'des autres.',
    bets: 'La chance de gagner un pari, et ce qu’il rapporte de plus que de ne pas parier.',
    bid: 'Enchère',
    trump: 'Atout',
    needs: (n) => `il faut ${n}`,
    draws: (n) => `avec ${plural(n, 'carte', 'cartes')} du haggis`,
    passing: (points) => `Si vous n’enchérissez plus : ${points}`,
    value: (n, margin) => `${signedDecimal(n)} ± ${decimal(margin)}`,
    bet: (n) => `Pari ${n}`,
    won: (chance, margin) => `gagné dans ${chance} des cas (${margin})`,
    needed: (chance) => `vaut la peine à partir de ${chance}`,
    adds: (n, margin) => `${n < 0 ? 'coûte' : 'ajoute'} ${decimal(Math.abs(n))} ± ${decimal(margin)}`,
  },
  find: {
    title: 'Trouvez le coup',
    lead:
      'Des positions de vraies donnes. Un coup est nettement meilleur que tous les autres : ' + 'lequel ?',
    set: 'Le recueil',
    own: 'De mes analyses',
    game: 'Jeu',
    kind: 'Genre',
    all: 'tous',
    kinds: {
      lead: 'Entames',
      follow: 'Réponses',
      bomb: 'Bombes',
      bet: 'Paris',
      bid: 'Enchères',
      ending: 'Finales',
    },
    streak: (n, best) => `Série ${n} · meilleure ${best}`,
    solved: (n, of) => `${n} sur ${of} trouvées`,
    your: 'Votre main',
    seat: (n) => `Place ${n + 1}`,
    you: 'Vous',
    partner: 'Votre partenaire',
    what: 'Que faites-vous ?',
    noBet: 'Aucun pari',
    or: (moves) => `ou ${moves}`,
    right: 'C’est le bon coup.',
    wrong: (points) => `Il y a mieux, de ${points} points.`,
    best: 'le meilleur',
    behind: (n, margin) => `${decimal(n)} de moins (± ${decimal(margin)})`,
    next: 'Position suivante',
    playOn: 'Continuer à partir d’ici',
    checked: (playouts) =>
      `Vérifié par une recherche de ${playouts} parties simulées, sur des donnes qui s’accordent ` +
      'avec ce que vous voyez.',
    noneOwn: 'Rien encore : ouvrez l’analyse d’une partie et prenez-y des positions.',
    none: 'Cette position n’existe pas.',
    practise: (n) => `S’exercer sur ${plural(n, 'position', 'positions')} de cette partie`,
    forget: 'Oublier mes positions',
  },
  see: {
    title: 'Avant le coup',
    better: 'Mieux',
    played: 'Joué',
    playOn: 'Continuer à partir d’ici contre des robots',
    playOnHint:
      'Une table privée qui commence par cette position et vos cartes ; les robots ne la connaissent pas.',
    toReview: 'Retour à l’analyse',
    toReplay: 'Revoir à partir d’ici',
    missing: 'Cette décision n’est pas dans cette analyse.',
  },
  luck: {
    title: 'Chance et talent au fil de la partie',
    compare: 'Comparer avec les autres',
    working: (name) => `On regarde ${name}…`,
    cards: 'ce que valaient les cartes',
    lost: 'perdu en jouant',
    label: (name, cards, lost) => `${name} : cartes ${cards}, perdu ${lost} en tout`,
    deal: (n, cards, lost) => `Donne ${n} : cartes ${cards}, perdu ${lost}`,
    each: (n, margin) => `${decimal(n)} points perdus par décision (± ${decimal(margin)})`,
  },
};
