/** `npm run bench:yardstick`: what people wait for, on the data of a hospital group. `command-line.ts` has the options. */
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '../../events/terminal/command-line.ts';
import { startProduct } from '../../test/product.ts';
import { measureBrowser } from './browser.ts';
import { parseCommandLine, type PartName, type YardstickRequest } from './command-line.ts';
import { type Control, startControl } from './control.ts';
import { measureCsv } from './csv.ts';
import { measureErrors } from './errors.ts';
import { type Folder, openFolder, sizesOf } from './folder.ts';
import { closeConnections } from './http-client.ts';
import { measureLists } from './lists.ts';
import { measureOnline } from './online.ts';
import { measureReports } from './reports.ts';
import { isReached, tableOf, type YardstickRow } from './table.ts';

const [REACHED, MISSED, NOT_UNDERSTOOD] = [0, 1, 2];

/** Another checkout, built, to measure with the same clients and controls: `BENCH_CHECKOUT=/path`. */
const checkout = process.env['BENCH_CHECKOUT'];

type Part = (folder: Folder, control: Control, request: YardstickRequest) => Promise<YardstickRow[]>;

/** In this order: the last two write to the folder. */
const parts: Readonly<Record<PartName, Part>> = {
  lists: measureLists,
  reports: measureReports,
  errors: measureErrors,
  csv: measureCsv,
  online: (folder, _control, request) => measureOnline(folder, request),
  browser: measureBrowser,
};

async function main(): Promise<number> {
  try {
    const typed = parseCommandLine(process.argv.slice(2));
    if (typed.kind === 'measure') return await measure(typed.request);
    process.stdout.write(typed.text);
    return REACHED;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message} (--help says more)\n`);
    return NOT_UNDERSTOOD;
  }
}

async function measure(request: YardstickRequest): Promise<number> {
  const [load = 0] = loadavg();
  const product = await startProduct({
    ...(checkout !== undefined && { checkout }),
    dataDir: resolve(request.dataDir),
    env: { LOG_LEVEL: 'warn', CAPTCHA: 'off', RATE_LIMIT: 'off' },
  });
  try {
    const folder = await openFolder(product);
    const control = await startControl(folder);
    try {
      console.log(
        `${cpus().length} cores, Node ${process.version}, load before the run ${load.toFixed(1)}\n${await sizesOf(folder)}\n`,
      );
      const rows: YardstickRow[] = [];
      for (const [name, part] of Object.entries(parts))
        if (request.parts.some((wanted) => wanted === name)) {
          process.stderr.write(`measures ${name}\n`);
          rows.push(...(await part(folder, control, request)));
        }
      console.log(tableOf(rows));
      return rows.every(isReached) ? REACHED : MISSED;
    } finally {
      closeConnections();
      await control.close();
      await folder.pool.end();
    }
  } finally {
    await product.stop();
  }
}

process.exit(await main());
