import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../src/lib/server/api';
import { whenReady } from '../src/lib/server/ready';

const refusal = (code: 'getting-ready' | 'hints-off', after: number | null): Refusal =>
  new Refusal({ code, sentence: '', clause: null, option: null, retry_after: after }, 0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('whoever is getting ready is asked until there is an answer', async () => {
  const answers = [refusal('getting-ready', 40), refusal('getting-ready', null)];
  const told: (number | null)[] = [];
  const ask = vi.fn(() => {
    const next = answers.shift();
    return next ? Promise.reject(next) : Promise.resolve('this one');
  });
  const answer = whenReady(
    ask,
    () => true,
    (seconds) => told.push(seconds),
  );
  await vi.runAllTimersAsync();
  expect(await answer).toBe('this one');
  expect(told).toEqual([40, 5, null]);
});

test('nobody is asked any more once nobody wants to know', async () => {
  let isWanted = true;
  const ask = vi.fn(() => Promise.reject(refusal('getting-ready', 40)));
  const answer = whenReady(
    ask,
    () => isWanted,
    () => (isWanted = false),
  );
  await vi.runAllTimersAsync();
  expect(await answer).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('another refusal is one', async () => {
  const ask = (): Promise<never> => Promise.reject(refusal('hints-off', null));
  await expect(
    whenReady(
      ask,
      () => true,
      () => undefined,
    ),
  ).rejects.toThrow();
});
