/** For specs: a command API with an interface to the hospital, and a sender. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import { openSender, type Sender } from './hl7-sender.ts';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from './test-environment.ts';

export interface FeedEnvironment {
  readonly environment: TestEnvironment;
  readonly ward: Ward;
  /** The second mapped team, which receives transfers. */
  readonly otherTeam: string;
  /** The address of the process that listens. */
  readonly url: string;
  readonly port: number;
  readonly mapFile: string;
  readonly sender: Sender;
  /** Writes another mapping. */
  map(changed: object): Promise<void>;
}

/** A ward whose team is that of the location ICU, a second team of W7, and WARD9, which is not ours. */
export async function startFeedEnvironment(): Promise<FeedEnvironment> {
  const environment = await startTestEnvironment();
  const ward = await openWard(environment);
  const other = await ward.secondTeam();
  const file = join(environment.dataDir, 'hl7-map.json');
  const mapping = {
    teams: [
      { pointOfCare: 'ICU', team: ward.team._id },
      { pointOfCare: 'W7', team: other._id },
      { pointOfCare: 'WARD9', team: null },
    ],
  };
  const map = (changed: object): Promise<void> => writeFile(file, JSON.stringify({ ...mapping, ...changed }));
  await map({});
  const port = await freePort();
  const url = await environment.another({ HL7_PORT: port, HL7_MAP: file });
  return { environment, ward, url, otherTeam: other._id, port, mapFile: file, map, sender: await openSender(port) };
}
