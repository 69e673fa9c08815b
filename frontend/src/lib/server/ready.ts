// Who advises may be getting ready, as after a start of the server: asked again until there is an answer.
import { Refusal } from './api';

/** Seconds until they are asked again, at the most: they may be ready sooner than was expected. */
const LONGEST = 5;

/** The answer as soon as there is one; null where nobody waits any more. `tell` gets the seconds to go. */
export async function whenReady<T>(
  ask: () => Promise<T>,
  isWanted: () => boolean,
  tell: (seconds: number | null) => void,
): Promise<T | null> {
  while (isWanted()) {
    try {
      const answer = await ask();
      if (isWanted()) tell(null);
      return answer;
    } catch (error) {
      const problem = error instanceof Refusal ? error.problem : null;
      if (problem?.code !== 'getting-ready') throw error;
      const seconds = problem.retry_after ?? LONGEST;
      if (isWanted()) tell(seconds);
      await new Promise((done) => setTimeout(done, 1000 * Math.min(seconds, LONGEST)));
    }
  }
  return null;
}
