// The cards a person has picked up. It can always be undone.
import { codeOfKey, withKeys } from './cards';

export class Selection {
  keys = $state.raw<ReadonlySet<string>>(new Set());

  get codes(): string[] {
    return [...this.keys].map(codeOfKey);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  set(key: string, isOn: boolean, most = Infinity): void {
    const next = new Set(this.keys);
    if (isOn) {
      while (next.size >= most) next.delete([...next][0] as string);
      next.add(key);
    } else next.delete(key);
    this.keys = next;
  }

  clear(): void {
    if (this.keys.size) this.keys = new Set();
  }

  /** Drops what is no longer in hand. */
  keepOnly(hand: readonly string[]): void {
    const held = new Set(withKeys(hand).map((card) => card.key));
    const kept = [...this.keys].filter((key) => held.has(key));
    if (kept.length !== this.keys.size) this.keys = new Set(kept);
  }

  choose(codes: readonly string[]): void {
    this.keys = new Set(withKeys(codes).map((card) => card.key));
  }
}
