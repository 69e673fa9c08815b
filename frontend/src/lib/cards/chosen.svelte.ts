// The move that the chosen cards make, and what the server says of it.
import type { BiddingForm, ReasonForm } from '../server/protocol';
import type { Selection } from './selection.svelte';
import type { TableClient } from '../server/table.svelte';

export class ChosenMove {
  /** Why it may not be made; null: it may, or nobody has answered yet. */
  reason = $state.raw<ReasonForm | null>(null);
  /** What it would make of us. */
  would = $state.raw<BiddingForm | null>(null);
  private checked = $state('');
  private asked = 0;

  /** To be made where a component begins: it lives as long as that. */
  constructor(
    private readonly client: TableClient,
    private readonly selection: Selection,
  ) {
    $effect(() => {
      const { text } = this;
      const turn = ++this.asked;
      void client.decision; // another question may have another answer
      this.reason = null;
      this.would = null;
      if (!text || !client.isMyTurn) return;
      client
        .check(text)
        .then((answer) => {
          if (turn !== this.asked) return;
          this.reason = answer.reason;
          this.would = answer.would;
          this.checked = text;
        })
        .catch(() => undefined);
    });
  }

  /** As it is sent; empty while the number of cards is not the one that is asked for. */
  get text(): string {
    const { choice } = this.client;
    const { codes } = this.selection;
    if (!choice || codes.length < choice.least || codes.length > choice.most) return '';
    return `${choice.move} ${codes.join(' ')}`;
  }

  /** Whether the server has said that it may be made. */
  get isPossible(): boolean {
    return this.text !== '' && this.checked === this.text && this.reason === null;
  }

  /** The move, once the server has said that it may be made; empty where it may not. */
  async confirmed(): Promise<string> {
    const { text } = this;
    if (!text || this.isPossible) return this.isPossible ? text : '';
    const { reason } = await this.client.check(text);
    return reason === null && text === this.text ? text : '';
  }

  /** How many cards are still to be chosen. */
  get missing(): number {
    return Math.max(0, (this.client.choice?.least ?? 0) - this.selection.codes.length);
  }
}
