/** The address of the embedded event log that runs on a data folder, with its password. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionsFile, readConnections } from '../../../runtime/start/program/connections-file.ts';
import { Failure } from '../failures.ts';

/** The folders of `npm start` and of `npm run event-log`, where DATA_DIR is not set. */
const FOLDERS = ['.data', join('.data', 'event-log')];

/**
 * The log of DATA_DIR; without that setting, of the usual folder on which a log was started last.
 * @throws Failure where none was started
 */
export async function runningLog({ DATA_DIR }: NodeJS.ProcessEnv): Promise<string> {
  const folders = DATA_DIR ? [DATA_DIR] : FOLDERS;
  const started = await Promise.all(
    folders.map(async (folder) => ({
      url: (await readConnections(folder)).EVENTSTORE_URL,
      at: await stat(connectionsFile(folder)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const url = started.filter((one) => one.url !== undefined).sort((a, b) => b.at - a.at)[0]?.url;
  if (url) return url;
  throw new Failure(
    `No event log was started by this user on ${folders.join(' or ')}. ` +
      'Start one (npm run event-log), choose another folder with DATA_DIR, or name an address with EVENTSTORE_URL.',
  );
}
