// Time that runs out, as the page shows it.

const STEP_MS = 250;
const now = (): number => Date.now() / 1000;

/** Seconds that are left until a deadline; null: there is none. */
export function countdown(deadline: () => number | null): { readonly left: number | null } {
  let at = $state(now());
  $effect(() => {
    if (deadline() === null) return;
    const timer = setInterval(() => (at = now()), STEP_MS);
    return () => clearInterval(timer);
  });
  return {
    get left() {
      const end = deadline();
      return end === null ? null : Math.max(0, end - at);
    },
  };
}
