// What was said at this table since we came, less what we do not want to hear.
import { settings } from '../kept/settings.svelte';
import type { Said, Say } from './protocol';
import { t } from '../words/texts';

export type Phrase = NonNullable<Say['phrase']>;

export interface Line {
  key: number;
  seat: number;
  name: string;
  text: string;
  isMine: boolean;
}

const MOST = 50;
const SHOWN_FOR = 5000;

export class Talk {
  lines = $state.raw<Line[]>([]);
  /** The latest, for a moment. */
  latest = $state.raw<Line | null>(null);
  unread = $state(0);
  /** Seats that are not listened to. */
  muted = $state.raw<ReadonlySet<number>>(new Set());
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  hear(said: Said, name: string, isMine: boolean): void {
    if (!isMine && (settings.choices.mute || this.muted.has(said.seat))) return;
    // A phrase that a newer server knows and this page does not is passed over.
    const text = said.words ?? (said.phrase ? (t.talk.phrases[said.phrase] ?? '') : '');
    if (!text) return;
    const line = { key: this.count++, seat: said.seat, name, text, isMine };
    this.lines = [...this.lines, line].slice(-MOST);
    if (isMine) return;
    this.unread += 1;
    this.latest = line;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.latest = null), SHOWN_FOR);
  }

  mute(seat: number, isMuted: boolean): void {
    const others = [...this.muted].filter((one) => one !== seat);
    this.muted = new Set(isMuted ? [...others, seat] : others);
    if (isMuted) this.lines = this.lines.filter((line) => line.seat !== seat);
  }
}
