// Motion that begins when the screen keeps up: what is new is drawn first, and moves after that.

const LATE_MS = 25;
/** A slow machine does not wait for ever. */
const MOST_FRAMES = 30;

/** Calls once one frame has followed another without a gap; gives what calls it off. */
export function onceSmooth(begin: () => void): () => void {
  let before = 0;
  let frames = 0;
  let asked = requestAnimationFrame(function look(now) {
    frames += 1;
    const isSmooth = frames > 2 && now - before < LATE_MS;
    before = now;
    if (isSmooth || frames >= MOST_FRAMES) begin();
    else asked = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(asked);
}

/** Whether what a component put on the screen may move by now. */
export function motion(): { readonly hasBegun: boolean } {
  let hasBegun = $state(false);
  $effect(() => onceSmooth(() => (hasBegun = true)));
  return {
    get hasBegun() {
      return hasBegun;
    },
  };
}
