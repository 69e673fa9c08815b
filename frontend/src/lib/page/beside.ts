// Where something small stands beside a seat without covering it.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Spot {
  left: number;
  top: number;
}

const GAP = 6;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/** How much of the one the other covers, in square pixels. */
const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/**
 * Below the seat, else towards the middle of the table, else above: the first place within the room where it
 * covers no seat, or else the one where it covers least of others than this one.
 */
export function beside(
  seat: Box,
  size: { width: number; height: number },
  seats: readonly Box[],
  room: Box,
  centre: number,
): Spot {
  const { width, height } = size;
  const isLeft = (seat.left + seat.right) / 2 <= centre;
  const within = ({ left, top }: Spot): Spot => ({
    left: clamp(left, room.left, room.right - width),
    top: clamp(top, room.top, room.bottom - height),
  });
  const across = (seat.left + seat.right - width) / 2;
  const spots = [
    { left: across, top: seat.bottom + GAP },
    { left: isLeft ? seat.right + GAP : seat.left - GAP - width, top: seat.top },
    { left: across, top: seat.top - GAP - height },
  ].map(within);
  const covered = ({ left, top }: Spot): number => {
    const box = { left, top, right: left + width, bottom: top + height };
    const all = seats.reduce((sum, one) => sum + overlap(box, one), 0);
    return overlap(box, seat) > 0 ? all + room.right * room.bottom : all;
  };
  return spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
}
