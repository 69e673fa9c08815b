import { describe, expect, it } from 'vitest';
import { beside, type Box } from '../src/lib/page/beside';

const room: Box = { left: 0, top: 0, right: 400, bottom: 800 };
const size = { width: 160, height: 40 };
const box = (left: number, top: number, width = 100, height = 90): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('a bubble beside a seat', () => {
  it('stands below it, within the window', () => {
    const seat = box(150, 50);
    expect(beside(seat, size, [seat], room, 200)).toEqual({ left: 120, top: 146 });
    const corner = box(0, 50);
    expect(beside(corner, size, [corner], room, 200)).toEqual({ left: 0, top: 146 });
  });

  it('keeps off the seat below', () => {
    const seat = box(0, 50);
    const below = box(0, 145);
    expect(beside(seat, size, [seat, below], room, 200)).toEqual({ left: 106, top: 50 });
    const right = box(300, 50);
    expect(beside(right, size, [right, box(300, 145)], room, 200)).toEqual({ left: 134, top: 50 });
  });

  it('stands above where there is no room below', () => {
    const near = box(150, 700);
    expect(beside(near, size, [near], room, 200).top).toBeLessThan(700);
  });
});
