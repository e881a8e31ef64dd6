/** Events that no projection can take, each on a stream of its own. Only that stream may stop. */
import type { Product } from '../../../test/product.ts';
import { withInstallation } from '../../convergence/written-log.ts';
import { appendPoison, type Poison } from '../../event-log/poison-event.ts';
import type { Scene } from './scene.ts';
import { within } from './waiting.ts';

const APPENDED_MS = 20_000;

export async function poison({ environment, poisoned }: Scene, what: Poison): Promise<string> {
  // Another stream each time.
  const appended = await within(APPENDED_MS, () =>
    appendPoison(environment.eventstoreUrl, what, (stream) => void poisoned.set(stream, false)),
  );
  if (appended === undefined) throw new Error('The log took no event');
  poisoned.set(appended, true);
  return appended;
}

/** The poisoned streams that are in the log. An append without an answer may be or not. */
export const poisonedInLog = (product: Product, poisoned: ReadonlyMap<string, boolean>): Promise<readonly string[]> =>
  withInstallation(product, async ({ log }) => {
    const found: string[] = [];
    for (const [stream, isAcknowledged] of poisoned)
      if (isAcknowledged || (await log.headAt(stream, 0n)) !== undefined) found.push(stream);
    return found;
  });
