// Alegreya and Alegreya Sans, from their packages; where they are not installed the system's faces do.
const files = import.meta.glob<string>(
  [
    '/node_modules/@fontsource/alegreya/files/alegreya-latin-700-normal.woff2',
    '/node_modules/@fontsource/alegreya-sans/files/alegreya-sans-latin-{400,700}-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** Makes them known; the browser fetches each when it is first used. */
export function addFonts(): void {
  for (const [path, address] of Object.entries(files)) {
    const family = path.includes('alegreya-sans') ? 'Alegreya Sans' : 'Alegreya';
    const weight = /-(\d+)-normal/.exec(path)?.[1] ?? '400';
    document.fonts.add(new FontFace(family, `url(${address})`, { weight, display: 'swap' }));
  }
}
