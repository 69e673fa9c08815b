// What was chosen for the last game against bots, kept in this browser.
import type { GameForm } from '../server/protocol';
import { keep, stored } from './settings.svelte';

const KEY = 'stramash.quick';

interface Quick {
  game: string;
  /** How many play, by game. */
  seats: Record<string, number>;
}

class QuickChoice {
  private quick = $state<Quick>({ game: '', seats: {}, ...(stored(KEY) as Partial<Quick> | null) });

  /** The game chosen last, or the first of them. */
  game(games: readonly GameForm[]): GameForm | undefined {
    return games.find((one) => one.id === this.quick.game) ?? games[0];
  }

  /** How many play it, where they may. */
  seats(game: GameForm): number {
    const wanted = this.quick.seats[game.id];
    return game.seats.find((one) => one.seats === wanted)?.seats ?? game.usual_seats;
  }

  choose(game: GameForm, seats = this.seats(game)): void {
    this.quick = { game: game.id, seats: { ...this.quick.seats, [game.id]: seats } };
    keep(KEY, this.quick);
  }
}

export const quickChoice = new QuickChoice();
