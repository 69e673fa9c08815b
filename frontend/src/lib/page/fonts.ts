// Alegreya and Alegreya Sans, cut down by scripts/fonts.py; for other letters the system's faces do.
const files = import.meta.glob<string>('/src/fonts/*.woff2', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Makes them known; the browser fetches each when it is first used. */
export function addFonts(): void {
  for (const [path, address] of Object.entries(files)) {
    const family = path.includes('alegreya-sans') ? 'Alegreya Sans' : 'Alegreya';
    const weight = /-(\d+)\.woff2/.exec(path)?.[1] ?? '400';
    document.fonts.add(new FontFace(family, `url(${address})`, { weight, display: 'swap' }));
  }
}
