/** `npm run anchor-statement`: the newest anchors of all teams, signed, to leave the machine (docs/operations.md, "Verify"). */
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { contentOf, createAnchorStatements } from 'service-kit/event-log/anchor-statements';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning } from 'service-kit/security/signing';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import { withInstallation } from '../../keys/installation.ts';
import { argumentsOf, CannotDo, runCommand, say } from '../../../runtime/start/program/operator-command.ts';
import { statementPage } from './page.ts';

const USAGE = `Usage: npm run -s anchor-statement -- --out FOLDER [--name NAME]

Writes the newest anchors of all teams, signed: FOLDER/anchor-statement-<number>.json to keep elsewhere, and a page with
its hash to print. NAME is the installation's on the page; else PUBLIC_URL or the name of this machine. It has no data of
patients and people. Database and key are those of DATA_DIR, or of MASTER_KEY and DATABASE_URL.
`;

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

const values = argumentsOf({ options: { out: { type: 'string' }, name: { type: 'string' } } })?.values;
const out = values?.out;
await runCommand(USAGE, out === undefined ? undefined : () => write(out, values?.name), {
  sentenceOf: (error) =>
    error instanceof Error && 'code' in error ? `It cannot be written: ${String(error.code)}.` : undefined,
});
