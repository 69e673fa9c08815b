// The cards that are chosen: what is known of them, and how they are played.
import { untrack } from 'svelte';
import { Knowledge, type About, type Known, type Way } from './knowledge.svelte';
import type { Selection } from './selection.svelte';
import { late } from '../server/moves.svelte';
import type { Problem } from '../server/protocol';
import type { TableClient } from '../server/table.svelte';

export class Chosen {
  /** Among several things that the cards can be, the one that is meant. */
  wanted = $state('');
  private readonly knowledge: Knowledge;

  /** To be made where a component begins: it lives as long as that. */
  constructor(
    private readonly client: TableClient,
    private readonly selection: Selection,
    /** The word of a move with these cards, where one is thought about; null: none. */
    private readonly verb: () => string | null,
  ) {
    this.knowledge = new Knowledge(
      client.know,
      () => this.about,
      () => client.listed,
    );
    $effect(() => {
      void [this.about, client.listed];
      untrack(() => this.knowledge.inquire());
    });
  }

  /** What is chosen, and for which decision; null while it is no move in any case. */
  get about(): About | null {
    const { asked, choice } = this.client;
    const verb = this.verb();
    const cards = this.selection.codes;
    if (verb === null || !cards.length) return null;
    if (choice?.is_counted && cards.length !== choice.least) return null;
    return { decision: asked, verb, cards };
  }

  get known(): Known | null {
    return this.knowledge.known;
  }

  /** What would be played: what is meant, else the strongest. */
  get way(): Way | null {
    return this.known ? this.pick(this.known) : null;
  }

  /** Whether a click plays the cards, or may do so: nobody has said yet that they may not be played. */
  get isOpen(): boolean {
    return this.about !== null && (this.known === null || this.known.ways.length > 0);
  }

  /** How many cards are still to be chosen. */
  get missing(): number {
    return Math.max(0, (this.client.choice?.least ?? 0) - this.selection.codes.length);
  }

  /** Plays what is chosen at this moment, or says why that may not be played: never other cards. */
  async play(): Promise<void> {
    const { about, known } = this;
    if (!about || (known && !known.ways.length)) return;
    await this.make(about, this.way ?? this.client.wayOf(about));
  }

  /** Plays some cards of our hand; they come back where that is refused. */
  async make(about: About, way: Way | null): Promise<void> {
    const { client, selection } = this;
    if (client.isSending || !client.isMyTurn) return;
    const { codes } = selection;
    selection.clear();
    const isMade = await client.go(about, way, { find: () => this.find(about) });
    if (!isMade && !selection.keys.size) selection.choose(codes);
  }

  private async find(about: About): Promise<Way | Problem> {
    const known = await this.knowledge.settle(about);
    const way = known && this.pick(known);
    if (way) return way;
    return known?.reason ? { code: 'illegal', ...known.reason, option: null } : late();
  }

  private pick({ ways }: Known): Way | null {
    return ways.find((one) => one.text === this.wanted) ?? ways.at(-1) ?? null;
  }
}
