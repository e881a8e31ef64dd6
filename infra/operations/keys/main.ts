/** `npm run keys`: README.md has the overview, docs/operations.md, "The master key", the steps. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { CannotRotate } from 'service-kit/security/rotate-master-key';
import {
  argumentsOf,
  CannotDo,
  reporterOf,
  runCommand,
  say,
  stoppedBySignals,
} from '../../runtime/start/program/operator-command.ts';
import { makeEscrow } from './escrow/make-escrow.ts';
import { partsInFiles, restoreEscrow, typedParts } from './escrow/restore-escrow.ts';
import { dataFolderOf, withInstallation } from './installation.ts';
import { newKeyFile, newKeyIn } from './new-key.ts';
import { rotate } from './rotate.ts';
import { keyStatus } from './status.ts';

const USAGE = `Usage: npm run -s keys -- <command>

  status           which master keys wrap how many patients' keys, and which running processes hold which
  new              the next master key, in DATA_DIR: the present one becomes previous-master.key
  new --out FILE   the next master key in a new file, for installations with MASTER_KEY in their settings
  rotate           while the product runs: MASTER_KEY becomes the only key. Killed, it goes on with the next call

  escrow --out FOLDER [--name NAME]
                   three parts of the master key to print, of which any two give it back. NAME is the installation's
                   on the pages; else PUBLIC_URL or the name of this machine
  restore-escrow --out FILE [--part FILE --part FILE]
                   the master key from two parts, typed or in files, in a new file. Needs no database

Keys and database are those of DATA_DIR, or of MASTER_KEY, MASTER_KEY_PREVIOUS and DATABASE_URL. Keys
and parts are never arguments: other users of the machine see those.
`;

const report = reporterOf('keys');

/** @returns undefined for a command line that is not understood */
function commandOf(args: readonly string[]): (() => Promise<void>) | undefined {
  const parsed = argumentsOf({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string' }, name: { type: 'string' }, part: { type: 'string', multiple: true } },
  });
  if (!parsed || parsed.positionals.length > 1) return undefined;
  const { out, name: installationName, part: files = [] } = parsed.values;
  switch (parsed.positionals[0]) {
    case 'status':
      return () =>
        withInstallation('keys', async (pool) => {
          for (const line of await keyStatus(pool)) process.stdout.write(`${line}\n`);
        });
    case 'new':
      return async () => {
        if (out !== undefined) return newKeyFile(resolve(out), say, report);
        const dataDir = dataFolderOf(process.env);
        if (dataDir === undefined) throw new CannotDo('MASTER_KEY is in the settings: name a new file with --out.');
        return newKeyIn(dataDir, say, report);
      };
    case 'rotate':
      return () =>
        withInstallation('keys', async (pool, { keys }) =>
          rotate(pool, keys, { signal: stoppedBySignals(), say, report }),
        );
    case 'escrow':
      if (out === undefined) return undefined;
      return () =>
        withInstallation('keys', async (_, { keys: [key], publicUrl }) => {
          const installation = installationName ?? publicUrl ?? hostname();
          const facts = { installation, date: new Date().toISOString().slice(0, 10) };
          await makeEscrow(key, resolve(out), facts, say, report);
        });
    case 'restore-escrow':
      if (out === undefined || (files.length !== 0 && files.length !== 2)) return undefined;
      return async () => {
        const typing = { isPerson: process.stdin.isTTY, say };
        const parts = files.length === 0 ? await typedParts(process.stdin, typing) : await partsInFiles(files);
        await restoreEscrow(parts, resolve(out), say, report);
      };
    case undefined:
    default:
      return undefined;
  }
}

await runCommand(USAGE, commandOf(process.argv.slice(2)), {
  sentenceOf: (error) => (error instanceof CannotRotate ? error.message : undefined),
});
