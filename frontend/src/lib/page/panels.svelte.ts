// Which panel stands beside the table, and which rule it shows.
import { settings } from '../kept/settings.svelte';

export type Panel = 'log' | 'score' | 'unseen' | 'rules' | 'hint' | 'last' | 'people' | 'talk' | 'settings';

class Panels {
  shown = $state<Panel>('log');
  isOpen = $state(false);
  /** Whether it stands beside the table, and not over it. */
  isBeside = $state(false);
  clause = $state<string | null>(null);

  open(panel: Panel): void {
    this.shown = panel;
    this.set(true);
  }

  toggle(panel?: Panel): void {
    if (this.isOpen && (panel === undefined || panel === this.shown)) this.set(false);
    else this.open(panel ?? this.shown);
  }

  close(): void {
    this.set(false);
  }

  /** There is room beside the table, or there is none: it stands there if it stood there before. */
  fit(hasRoom: boolean): void {
    if (this.isBeside === hasRoom) return;
    this.isBeside = hasRoom;
    this.isOpen = hasRoom && settings.choices.beside;
  }

  private set(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (!this.isBeside) return;
    settings.choices.beside = isOpen;
    settings.save();
  }
}

export const panels = new Panels();

export function openRules(clause: string): void {
  panels.clause = clause;
  panels.open('rules');
}
