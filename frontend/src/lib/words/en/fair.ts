// What the seal says, in English.
import type { SealState } from '../../fair/fair.svelte';
import type { FaultCode, SeenDeck } from '../../fair/witness';

export const fair = {
  title: 'Fair deals',
  short: {
    waiting: 'Seal: nothing dealt yet',
    whole: 'Seal: whole',
    without: 'Seal: without your cut',
    unproved: 'Seal: not proved',
    watching: 'Seal: you are watching',
    broken: 'Seal broken!',
  } as Record<SealState, string>,
  means: {
    waiting: 'Your browser cuts every deck by itself. The first one is not dealt yet.',
    whole:
      'Your own cut is in this deck, and the server had fixed its secret before it could know it. ' +
      'Nobody chose these cards. When the deal is over your browser checks it.',
    without:
      'This deck was dealt without a cut of yours: you were away, came late, or play on another ' +
      'device. It is as fair as the others who cut make it. If this goes on although you are here, ' +
      'the server may be keeping you out.',
    unproved:
      'Your browser did not see how this deck was cut, because it was not here then, or because the ' +
      'deal was played before.',
    watching:
      'Spectators do not cut. Your browser checks that what is shown after each deal fits what was promised.',
    broken:
      'What the server shows does not fit what it had promised. The cards may have been arranged. Do ' +
      'not play on for anything that matters: keep the file below, get the record and the proof of ' +
      'the match here when it is over, and let others check them too.',
  } as Record<SealState, string>,
  fault: (deal: number, what: string) => `Deal ${deal}: ${what}.`,
  faults: {
    'promise-changed': 'the server replaced the secret it had promised',
    'promise-reused': 'the server promised the same secrets a second time',
    'promise-broken': 'the secret shown after the deal is not the one that was promised',
    unreadable: "the server's part of the proof cannot be read",
    'closed-twice': 'the list of cuts was closed a second time, otherwise than before',
    'left-out': 'the server had your cut and closed the list without it',
    'not-your-cut': 'the list was closed with a cut in your name that is not yours',
    'cut-dropped': 'the server had your opened cut and dealt without it',
    'cut-changed': "another seat's cut is not the one that it had sealed",
    'too-often': 'a seat was let cut after it had held cuts back too often',
    'wrong-hand': 'the cards you were dealt do not follow from the secret and the cuts',
    'wrong-dealer': 'the first dealer does not follow from the secret and the cuts',
    'dealt-twice': 'the same deal was dealt a second time',
    'never-dealt': 'a deck was closed, and another one dealt in its place',
    'taken-back': "a move was taken back that you had seen, or that was not its seat's last hidden one",
    'never-shown': 'a deal ended, or was given up, without its secret being shown',
  } as Record<FaultCode, string>,
  decks: 'Decks of this match',
  deck: (deal: number): string => `Deck ${deal}`,
  state: {
    open: 'in play',
    whole: 'checked, with your cut',
    without: 'checked, without your cut',
    unproved: 'not seen',
    broken: 'broken',
  } as Record<SeenDeck['state'], string>,
  compare:
    'Everybody at the table must see the same letters beside a deck. Read them to each other if in doubt.',
  download: 'Download what this browser kept',
  proof: 'Download record and proof',
  proofLater: 'When the match is over, its record and the proof of its decks are here.',
  verify: (match: string, seen: string) => `With both files: stramash verify ${match} --seen ${seen}`,
};
