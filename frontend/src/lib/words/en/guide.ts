// The guide of a first deal, in English. Every number comes from the table.
import { grammar } from '../grammar';

const { plural, and, or } = grammar('en-GB');

export const notes = {
  bet: (bets: readonly number[], isForPoints: boolean, pays: number) => {
    const what = isForPoints
      ? 'you will score at least that much in this deal'
      : 'you will be the first to go out';
    return (
      `Before your first card you may bet ${or(bets)} that ${what}: the buttons are there even when others ` +
      `think. Not sure? Play without one.${pays > 1 ? ` Won, it pays ${pays} times its value.` : ''}`
    );
  },
  bidClimbing: (bids: readonly { draws: number; value: number }[]) =>
    'Bid if you think you can go out first. The Shepherd swaps cards with the haggis: ' +
    `${and(bids.map((bid) => `${bid.draws} for a bid of ${bid.value}`))}. ` +
    'The others are the Sheep, against you.',
  swap: 'You are the Shepherd. Put back as many cards as you took: the ones that fit nowhere.',
  side: 'You and the player across the table are partners: one score for both of you.',
  pass: (rounds: number) =>
    `Give your partner a card; ${plural(rounds, 'card goes', 'cards go')} each way in all. ` +
    'Help them make runs, or get rid of a low card that fits nowhere.',
  aimClimbing:
    'Be rid of all your cards before the others. Each trick is one kind of combination: whoever plays ' +
    'highest takes the cards and leads the next.',
  courts: (ranks: readonly (readonly [string, number])[]) =>
    `Your courts stand at the right. Alone ${and(ranks.map(([code, rank]) => `${code} is ${rank}`))}; ` +
    'inside a run or a stair they are wild, whatever card you need.',
  lead: (sequence: number, stair: number, hasSets: boolean) =>
    `You lead: anything goes. Good leads get rid of many low cards: ${sequence} or more in a row in one ` +
    `suit, or the same ${stair} ranks or more in several suits` +
    `${hasSets ? ', or cards of one rank' : ''}. Tap cards and watch the button: it says what they are.`,
  follow:
    'Now play the same kind and the same number of cards, but higher. Cards that can help stay ' +
    'bright. If you would rather not, pass: you may still play later in this trick.',
  bomb: (ranks: string) =>
    `Several courts together, or ${ranks} all in one suit or each in another, are a ` +
    'bomb: it beats everything that is not a higher bomb.',
  out: (points: number) =>
    `Whoever goes out scores ${plural(points, 'point', 'points')} for each card in the largest hand left. ` +
    'The cards you took count too. The score beside the table shows where every point came from.',
  endClimbing: 'That was a deal. Look where the points came from, then play on.',
  aimMu:
    'Mü is a trick game. First everybody bids by laying cards open; whoever shows most wears the Crown ' +
    'and must make a target, and whoever shows second most holds the Shield.',
  bidMu:
    'Choose cards and read what they would mean: how many points you would need and what the bonus is. ' +
    'What you show tells the others what you hold, and only a colour or number you have shown can ' +
    'become your trump. Or pass: you can still bid later.',
  trump:
    'Name a trump from the cards you have shown. The Crown’s is the major trump and beats the Shield’s ' +
    'minor trump. A card that is both is the super trump.',
  partner: 'Choose a partner, anybody but the Shield. Together you must reach the target.',
  bury: (n: number) =>
    `You took the talon. Put ${plural(n, 'card', 'cards')} away that you have not shown; ` +
    'their points are yours.',
  play:
    'Follow the suit that was led if you can; trumps are a suit of their own. Playable cards are bright. ' +
    'The bar above your hand shows how far the Crown team has come.',
  /** "0, 2 and 3 have 1; …": the numbers by what is printed on them. */
  points: (groups: readonly { numbers: readonly number[]; points: number }[]) =>
    `Triangles on the cards are points: ${groups
      .map(
        ({ numbers, points }) => `${and(numbers)} ${numbers.length > 1 ? 'have' : 'has'} ${points || 'none'}`,
      )
      .join('; ')}.`,
  endMu: 'The hand is scored: points in your tricks, and a bonus for the team that made it.',
  aimClassic:
    'Mü is a trick game. First everybody bids by laying cards open; whoever shows most is the Chief and ' +
    'must make a target, and whoever shows second most is the Vice.',
  eclat: (gain: number, loss: number) =>
    'If several show equally many when all have passed, nothing is played: each of them gets ' +
    `${plural(gain, 'point', 'points')} for each card shown, ` +
    `but the last to draw level loses ${loss} for each.`,
  limit: (n: number) => `You may go ${plural(n, 'card', 'cards')} beyond the most that anybody shows.`,
  most: (n: number) => `Nobody may show more than ${plural(n, 'card', 'cards')}.`,
  trumpClassic:
    'Name a trump from the cards you have shown. The Chief’s is the major trump and beats the Vice’s minor ' +
    'trump. A card that is both is the super trump.',
  partnerClassic: 'Choose a partner, anybody but the Vice. Together you must reach the target.',
  playClassic:
    'Follow the suit that was led if you can; trumps are a suit of their own. Playable cards are bright. ' +
    'The bar above your hand shows how far the Chief’s team has come.',
  endClassic: 'The hand is scored: points in your tricks, and what the bid brought or cost.',
};
