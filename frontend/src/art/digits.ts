// Numerals and court letters as strokes in a 60 × 100 box: no font is needed, and none can be missing.
const STROKES: Record<string, string> = {
  '0': 'M30 8C50 8 52 30 52 50S50 92 30 92S8 70 8 50S10 8 30 8Z',
  '1': 'M10 28L33 9V92M12 92H54',
  '2': 'M9 31C9 1 51 1 51 31C51 52 14 66 9 92H54',
  '3': 'M9 10H50L27 43C62 42 60 92 28 92C16 92 9 86 6 77',
  '4': 'M40 94V9L6 68H56',
  '5': 'M50 9H15L12 47C24 35 54 37 54 64C54 98 14 97 6 80',
  '6': 'M47 10C21 12 8 40 8 64C8 101 54 101 54 66C54 35 16 35 9 60',
  '7': 'M6 9H53C38 36 28 60 24 94',
  '8': 'M30 47C4 43 6 8 30 8S56 43 30 47C0 51 2 92 30 92S60 51 30 47Z',
  '9': 'M13 90C39 88 52 60 52 36C52 -1 6 -1 6 34C6 65 44 65 51 40',
  J: 'M20 9H52M40 9V68C40 99 8 99 6 72',
  Q: 'M30 8C50 8 52 30 52 50S50 92 30 92S8 70 8 50S10 8 30 8ZM32 68L55 98',
  K: 'M12 8V93M53 8L14 56M27 42L55 93',
};

/** A number or court letter, centred on x, with its top at y, of the given height. */
export function numeral(text: string, x: number, y: number, height: number, weight = 15): string {
  const scale = height / 100;
  const squeeze = text.length > 1 ? 0.74 : 1;
  const advance = (text.length > 1 ? 66 : 60) * scale * squeeze;
  const left = x - (advance * text.length) / 2;
  const strokes = Array.from(text)
    .map((sign, i) => {
      const shift = (left + i * advance).toFixed(2);
      const path = `<path d="${STROKES[sign] ?? ''}"/>`;
      return (
        `<g transform="translate(${shift} ${y}) scale(${(scale * squeeze).toFixed(3)} ` +
        `${scale.toFixed(3)})">${path}</g>`
      );
    })
    .join('');
  return (
    `<g fill="none" stroke="currentColor" stroke-width="${weight}" stroke-linecap="round" ` +
    `stroke-linejoin="round">${strokes}</g>`
  );
}
