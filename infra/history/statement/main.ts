/** `npm run anchor-statement`: the newest anchors of all teams, signed, to leave the machine (docs/operations.md, "Verify"). */
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contentOf, createAnchorStatements } from 'service-kit/event-log/anchor-statements';
import { SettingsError } from 'service-kit/process/settings';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning } from 'service-kit/security/signing';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import { CannotDo } from '../../keys/errors.ts';
import { withInstallation } from '../../keys/installation.ts';
import { statementPage } from './page.ts';

const [DONE, NOT_DONE, NOT_UNDERSTOOD, WRONG_SETTING] = [0, 1, 64, 78];

const USAGE = `Usage: npm run -s anchor-statement -- --out FOLDER [--name NAME]

Writes the newest anchors of all teams, signed: FOLDER/anchor-statement-<number>.json to keep elsewhere, and a page with
its hash to print. NAME is the installation's on the page; else PUBLIC_URL or the name of this machine. It has no data of
patients and people. Database and key are those of DATA_DIR, or of MASTER_KEY and DATABASE_URL.
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function optionsIn(args: readonly string[]): { out: string; name: string | undefined } | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' }, name: { type: 'string' } } });
    return values.out === undefined ? undefined : { out: values.out, name: values.name };
  } catch {
    return undefined;
  }
}

async function write(out: string, name: string | undefined): Promise<void> {
  await withInstallation('anchor-statement', async (pool, { databaseUrl, keys, publicUrl }) => {
    const signing = createSigning(await openRootKey(pool, keys));
    const statement = await createAnchorStatements(pool).make(signing, new Date());
    if (!statement)
      throw new CannotDo('There is no anchor yet: the first is signed some minutes after the first change.');
    const { number } = contentOf(statement);
    const folder = resolve(out);
    await mkdir(folder, { recursive: true });
    const file = join(folder, `anchor-statement-${number}`);
    await writeFile(`${file}.json`, `${JSON.stringify(statement, null, 2)}\n`);
    await writeFile(`${file}.html`, statementPage(statement, name ?? publicUrl ?? hostname()));
    await recordOperatorAction({ kind: 'AnchorStatementMade', data: { number } }, { databaseUrl, dataDir: undefined });
    say(
      `${file}.json names the newest anchors. Keep it where the administrators of this server cannot change it, and print ` +
        `${file}.html: its hash proves the file.`,
    );
  });
}

async function main(): Promise<number> {
  const options = optionsIn(process.argv.slice(2));
  if (!options) {
    process.stderr.write(USAGE);
    return NOT_UNDERSTOOD;
  }
  try {
    await write(options.out, options.name);
    return DONE;
  } catch (error) {
    if (error instanceof SettingsError) {
      say(error.message);
      return WRONG_SETTING;
    }
    if (error instanceof CannotDo) say(error.message);
    else if (error instanceof Error && 'code' in error) say(`It cannot be written: ${String(error.code)}.`);
    else throw error;
    return NOT_DONE;
  }
}

process.exit(await main());
