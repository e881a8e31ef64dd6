/**
 * `<dataDir>/connections.json` (0600): where the embedded engines of the running product listen, for commands such as
 * `npm run rebuild` that work beside it. Written at each start; of a product that was stopped it leads nowhere.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface EngineAddresses {
  readonly DATABASE_URL?: string;
  readonly EVENTSTORE_URL?: string;
}

export const writeConnections = (dataDir: string, addresses: EngineAddresses): Promise<void> =>
  writeFile(join(dataDir, 'connections.json'), JSON.stringify(addresses), { mode: 0o600 });
