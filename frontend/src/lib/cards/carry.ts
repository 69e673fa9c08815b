// A trick that was taken goes to whoever gets it, while the next card is already being played.

const DURATION = 320;

/** Sends a likeness of the trick's cards to a seat; what is on the table itself is not touched. */
export function carry(trick: Element | null | undefined, seat: Element | null): void {
  if (!trick || !seat) return;
  const from = trick.getBoundingClientRect();
  const to = seat.getBoundingClientRect();
  if (!from.width || !to.width) return;
  const likeness = trick.cloneNode(true) as HTMLElement;
  likeness.classList.add('carried');
  likeness.setAttribute('aria-hidden', 'true');
  Object.assign(likeness.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  // Whoever plays at once sees their own card, not the old ones under it.
  for (const old of document.querySelectorAll('.carried')) old.remove();
  document.body.append(likeness);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = likeness.animate(
    [
      { opacity: 0.9 },
      { opacity: 0.75, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(0.2)`, opacity: 0 },
    ],
    { duration: DURATION, easing: 'ease-in' },
  );
  flight.onfinish = flight.oncancel = () => likeness.remove();
}
