import { expect, test } from 'vitest';
import { isolated } from '../src/lib/words/names';

test('a name from right to left is isolated, and no other', () => {
  for (const name of ['Ann', 'Zoë', 'Олена', '李雷', '❤ Bo']) expect(isolated(name)).toBe(name);
  for (const name of ['שלום', 'محمد', 'Ann שלום']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});
