// Which panel stands beside the table, and which rule it shows.
export type Panel = 'log' | 'score' | 'unseen' | 'rules' | 'hint' | 'last' | 'people' | 'settings';

class Panels {
  shown = $state<Panel>('log');
  /** On a small screen the panel lies over the table. */
  isOpen = $state(false);
  clause = $state<string | null>(null);

  open(panel: Panel): void {
    this.shown = panel;
    this.isOpen = true;
  }
}

export const panels = new Panels();

export function openRules(clause: string): void {
  panels.clause = clause;
  panels.open('rules');
}
