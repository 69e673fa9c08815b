// The guide of a first deal, in French. Every number comes from the table.
import type { english } from '../en';
import { grammar } from '../grammar';

const { plural, and, or } = grammar('fr');
const cards = (n: number): string => plural(n, 'carte', 'cartes');

export const notes: (typeof english)['notes'] = {
  bet: (bets, isForPoints, pays) => {
    const what = isForPoints
      ? 'vous ferez au moins autant de points dans cette donne'
      : 'vous sortirez en premier';
    return (
      `Avant votre première carte, vous pouvez parier ${or(bets)} que ${what} : les boutons restent ` +
      `là même ` +
      'quand les autres réfléchissent. Un doute ? Jouez sans pari.' +
      (pays > 1 ? ` Gagné, il rapporte ${pays} fois sa valeur.` : '')
    );
  },
  bidClimbing: (bids) =>
    'Enchérissez si vous pensez pouvoir sortir en premier. Le Berger échange des cartes avec le haggis : ' +
    `${and(bids.map((bid) => `${bid.draws} pour une enchère de ${bid.value}`))}. ` +
    'Les autres sont les Moutons, contre vous.',
  swap:
    'Vous êtes le Berger. Remettez autant de cartes que vous en avez pris : celles qui ne vont nulle ' +
    'part.',
  side: 'Le joueur d’en face est votre partenaire : vos points vont ensemble.',
  pass: (rounds) =>
    `Donnez une carte à votre partenaire ; ${plural(rounds, 'carte passe', 'cartes passent')} en tout dans ` +
    'chaque sens. Aidez-le à former des suites, ou débarrassez-vous d’une petite carte isolée.',
  aimClimbing:
    'Débarrassez-vous de toutes vos cartes avant les autres. Chaque pli est d’une seule sorte de ' +
    'combinaison : ' +
    'qui joue le plus haut prend les cartes et entame le pli suivant.',
  courts: (ranks) =>
    `Vos figures sont à droite. Seules, ${and(ranks.map(([code, rank]) => `${code} vaut ${rank}`))} ; ` +
    'dans une suite ou un escalier, ce sont des jokers : la carte qu’il vous faut.',
  lead: (sequence, stair, hasSets) =>
    'Vous entamez : tout est permis. Une bonne entame débarrasse de beaucoup de petites cartes : ' +
    `${sequence} ou plus à la suite dans une couleur, ou les mêmes rangs, ${stair} ou plus, dans plusieurs ` +
    `couleurs${hasSets ? ', ou des cartes de même rang' : ''}. ` +
    'Touchez des cartes et regardez le bouton : il dit ce qu’elles forment.',
  follow:
    'Jouez maintenant la même sorte et autant de cartes, mais plus haut. Les cartes utiles restent ' +
    'claires. ' +
    'Si vous préférez, passez : vous pourrez encore jouer plus tard dans ce pli.',
  bomb: (ranks) =>
    `Plusieurs figures ensemble, ou ${ranks} toutes d’une couleur ou chacune d’une autre, forment ` +
    `une bombe : ` +
    'elle bat tout ce qui n’est pas une bombe plus haute.',
  out: (points) =>
    `Qui sort marque ${plural(points, 'point', 'points')} par carte de la plus grande main restante. ` +
    `Les cartes ` +
    'gagnées comptent aussi. Le score à côté de la table montre d’où vient chaque point.',
  endClimbing: 'Voilà une donne. Regardez d’où viennent les points, puis continuez.',
  aimMu:
    'Mü est un jeu de plis. D’abord chacun enchérit en étalant des cartes ; qui en montre le plus porte la ' +
    'Couronne et doit atteindre un objectif, le deuxième tient le Bouclier.',
  bidMu:
    'Choisissez des cartes et lisez ce qu’elles voudraient dire : les points qu’il vous faudrait et ' +
    'la prime. ' +
    'Ce que vous montrez renseigne les autres, et seule une couleur ou un chiffre montré peut ' +
    'devenir votre ' +
    'atout. Ou passez : vous pourrez encore enchérir plus tard.',
  trump:
    'Nommez un atout parmi les cartes que vous avez montrées. Celui de la Couronne est l’atout ' +
    'majeur et bat ' +
    'l’atout mineur du Bouclier. Une carte qui est l’un et l’autre est le super-atout.',
  partner: 'Choisissez un partenaire, n’importe qui sauf le Bouclier. Ensemble, atteignez l’objectif.',
  bury: (n) =>
    `Vous avez pris le talon. Écartez ${cards(n)} que vous n’avez pas montrées ; leurs points sont à vous.`,
  play:
    'Fournissez la couleur entamée si vous le pouvez ; les atouts sont une couleur à part. Les ' +
    'cartes jouables ' +
    'sont claires. La barre au-dessus de votre main montre où en est l’équipe de la Couronne.',
  points: (groups) =>
    `Les triangles sur les cartes sont des points : ${groups
      .map(
        ({ numbers, points }) => `${and(numbers)} en ${numbers.length > 1 ? 'ont' : 'a'} ${points || 'zéro'}`,
      )
      .join(' ; ')}.`,
  endMu: 'La donne est comptée : les points de vos plis, et une prime pour l’équipe qui a réussi.',
  aimClassic:
    'Mü est un jeu de plis. D’abord chacun enchérit en étalant des cartes ; qui en montre le plus est le ' +
    'Chef et doit atteindre un objectif, le deuxième est le Vice.',
  eclat: (gain, loss) =>
    'Si plusieurs en montrent autant quand tous ont passé, on ne joue pas : chacun d’eux reçoit ' +
    `${plural(gain, 'point', 'points')} par carte montrée, mais le dernier à égaliser en perd ${loss}.`,
  limit: (n) => `Vous pouvez dépasser de ${cards(n)} le plus grand étalage.`,
  most: (n) => `Personne ne peut montrer plus de ${cards(n)}.`,
  trumpClassic:
    'Nommez un atout parmi les cartes que vous avez montrées. Celui du Chef est l’atout majeur et bat ' +
    'l’atout mineur du Vice. Une carte qui est l’un et l’autre est le super-atout.',
  partnerClassic: 'Choisissez un partenaire, n’importe qui sauf le Vice. Ensemble, atteignez l’objectif.',
  playClassic:
    'Fournissez la couleur entamée si vous le pouvez ; les atouts sont une couleur à part. Les cartes ' +
    'jouables sont claires. La barre au-dessus de votre main montre où en est l’équipe du Chef.',
  endClassic: 'La donne est comptée : les points de vos plis, et ce que l’enchère a rapporté ou coûté.',
};
