/**
 * `npm run bench:yardstick -- --data-dir DIR [--only PARTS] [--seconds N] [--people N]`: what people wait for, on the
 * data of a hospital group (`npm run bench:generate`) with read models. "online" writes to the folder.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { closeConnections } from '../http-client.ts';
import { describeMachine, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { type Folder, openFolder } from './folder.ts';
import { measureOnline } from './online.ts';
import { measureReads, measureReports } from './reads.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    only: { type: 'string', default: 'reads,reports,online' },
    /** People are online for this time; their number. */
    seconds: { type: 'string', default: '600' },
    people: { type: 'string', default: '500' },
  },
});
if (values['data-dir'] === undefined) throw new Error('--data-dir names the data folder');

/** In this order: the last one writes to the folder. */
const parts: Readonly<Record<string, (folder: Folder) => Promise<void>>> = {
  reads: measureReads,
  reports: measureReports,
  online: (folder) => measureOnline(folder, { people: Number(values.people), seconds: Number(values.seconds) }),
};

describeMachine();
await withProduct({ dataDir: resolve(values['data-dir']), env: WITHOUT_LIMITS }, async (product) => {
  const folder = await openFolder(product);
  try {
    for (const [name, measure] of Object.entries(parts))
      if (values.only.split(',').includes(name)) {
        console.log(`\n${name}`);
        await measure(folder);
      }
  } finally {
    closeConnections();
    await folder.pool.end();
  }
});
