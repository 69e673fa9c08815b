import { describe, expect, it, vi } from 'vitest';
import { isStray, onStray } from '../src/lib/page/clicks';

const at = (timeStamp: number, clientX = 100, detail = 1) => ({ timeStamp, clientX, clientY: 50, detail });

describe('the second half of a double click', () => {
  it('does not do what has come under it meanwhile', () => {
    expect(isStray(at(1000), '4 clear')).toBe(false);
    expect(isStray(at(1150), '4 pass')).toBe(true);
    expect(isStray(at(1390), '4 pass')).toBe(true);
    expect(isStray(at(1500), '4 pass')).toBe(false);
  });

  it('is about the decision that the first half was about', () => {
    expect(isStray(at(3000), '4 trump red')).toBe(false);
    expect(isStray(at(3100), '5 partner 2')).toBe(true);
    expect(isStray(at(3200), '4 trump red')).toBe(false);
  });

  it('is none elsewhere, and none by a key', () => {
    expect(isStray(at(5000), '4 clear')).toBe(false);
    expect(isStray(at(5100, 160), '4 pass')).toBe(false);
    expect(isStray(at(5150, 160, 0), '4 play')).toBe(false);
  });

  it('is told of, whenever it is left out', () => {
    const listener = vi.fn();
    const stop = onStray(listener);
    isStray(at(7000), '4 pass');
    isStray(at(7100), '4 pass');
    expect(listener).not.toHaveBeenCalled();
    isStray(at(7200), '5 pass');
    expect(listener).toHaveBeenCalledOnce();
    stop();
    isStray(at(7250), '5 pass');
    expect(listener).toHaveBeenCalledOnce();
  });
});
