/** `npm run security-log -- --check`: whether the security log is as it was written (docs/operations.md, "Security log"). */
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning } from 'service-kit/security/signing';
import { type BrokenWhy, checkSecurityLog } from 'service-kit/security-log/check';
import { withInstallation } from '../keys/installation.ts';
import { argumentsOf, runCommand } from '../../runtime/start/program/operator-command.ts';

const [AS_WRITTEN, BROKEN, NOT_DONE] = [0, 1, 69];

const USAGE = `Usage: npm run -s security-log -- --check

Computes the hash of each line of the security log again and compares the signed ones. It prints the first
line that is not as it was written, and ends with 1 then, and with 69 where the database does not answer. Database and keys are those of DATA_DIR, or of
MASTER_KEY, MASTER_KEY_PREVIOUS and DATABASE_URL.
`;

const SENTENCES: Readonly<Record<BrokenWhy, string>> = {
  altered: 'was changed after it was written',
  moved: 'does not follow the line before it: lines were taken out or put in',
  missing: 'comes after lines that are missing, and the retention has not removed them',
  resealed: 'is another one than the line that was signed: lines were replaced',
  cut: 'was signed and is missing: the end was cut off',
};

async function check(): Promise<number> {
  let code: number = AS_WRITTEN;
  await withInstallation('security-log', async (pool, { keys }) => {
    const { publicKey } = createSigning(await openRootKey(pool, keys));
    const { lines, first, last, anchors, broken } = await checkSecurityLog(pool, publicKey);
    if (broken) {
      process.stdout.write(`Line ${broken.number} ${SENTENCES[broken.why]}.\n`);
      code = BROKEN;
    } else
      process.stdout.write(
        lines === 0
          ? 'The security log has no lines.\n'
          : `${lines} lines, ${first} to ${last}, are as they were written; ${anchors} of them are signed.\n`,
      );
  });
  return code;
}

const isCheck = argumentsOf({ options: { check: { type: 'boolean' } } })?.values.check === true;
await runCommand(USAGE, isCheck ? check : undefined, { notDone: NOT_DONE });
