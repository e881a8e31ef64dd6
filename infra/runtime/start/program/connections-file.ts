/**
 * `<dataDir>/connections.json` (0600): where the embedded engines of the running product listen, with their passwords,
 * for commands such as `npm run rebuild` and `npm run events` that work beside it. Written at each start; of a product
 * that was stopped it leads nowhere.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeSecretFile } from './secret-file.ts';

const EngineAddresses = z.object({ DATABASE_URL: z.string().optional(), EVENTSTORE_URL: z.string().optional() });
export type EngineAddresses = z.infer<typeof EngineAddresses>;

export const connectionsFile = (dataDir: string): string => join(dataDir, 'connections.json');

export const writeConnections = (dataDir: string, addresses: EngineAddresses): Promise<void> =>
  writeSecretFile(connectionsFile(dataDir), JSON.stringify(addresses));

/** No addresses where there is no file, this user may not read it, or it is damaged. */
export async function readConnections(dataDir: string): Promise<EngineAddresses> {
  try {
    return EngineAddresses.parse(JSON.parse(await readFile(connectionsFile(dataDir), 'utf8')));
  } catch {
    return {};
  }
}
