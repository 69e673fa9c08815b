// The second half of a double click belongs to what the first half met, whatever has come there meanwhile.

/** Milliseconds and pixels within which two clicks are one double click. */
const SOON = 400;
const NEAR = 12;

/** Where and when somebody clicked. */
export interface At {
  timeStamp: number;
  clientX: number;
  clientY: number;
  /** 0 for a click by a key. */
  detail?: number;
}

let tell: (() => void) | null = null;

/** Has somebody told of every click that is left out; returns how to stop that. */
export function onStray(listener: () => void): () => void {
  tell = listener;
  return () => (tell = null);
}

let last = { at: -Infinity, x: 0, y: 0, meaning: '' };

/** Whether a click is the second half of one that began on something with another meaning. */
export function isStray({ timeStamp, clientX, clientY, detail }: At, meaning: string): boolean {
  if (detail === 0) return false;
  const isSecond =
    timeStamp - last.at < SOON &&
    Math.hypot(clientX - last.x, clientY - last.y) < NEAR &&
    last.meaning !== meaning;
  if (isSecond) tell?.();
  else last = { at: timeStamp, x: clientX, y: clientY, meaning };
  return isSecond;
}
