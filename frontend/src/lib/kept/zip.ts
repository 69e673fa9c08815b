// Several texts as one file: a ZIP archive without compression.
const text = new TextEncoder();
const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers, each of two or four bytes, the low byte first. */
function numbers(...fields: [size: 2 | 4, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

const UTF8 = 0x800;
const FIRST_DAY = 0x21; // 1 January 1980: when a record was written tells nothing

export function zipped(files: Record<string, string>): Blob {
  const parts: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const title = text.encode(name);
    const data = text.encode(content);
    const common: [2 | 4, number][] = [
      [2, 20],
      [2, UTF8],
      [2, 0],
      [2, 0],
      [2, FIRST_DAY],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, title.length],
      [2, 0],
    ];
    const head = numbers([4, 0x04034b50], ...common);
    parts.push(head, title, data);
    index.push(
      numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    );
    offset += head.length + title.length + data.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  );
  return new Blob([...parts, ...index, end] as BlobPart[], { type: 'application/zip' });
}
