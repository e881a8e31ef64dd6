/** `npm run keys -- rotate`: MASTER_KEY becomes the only key of the database (docs/operations.md, "The master key"). */
import type { Pool } from 'pg';
import { grouped, Progress } from 'service-kit/process/progress';
import type { MasterKeys } from 'service-kit/security/key-ring';
import { rotateMasterKey } from 'service-kit/security/rotate-master-key';
import type { ReportAction } from '../../runtime/start/program/operator-command.ts';

/** @throws CannotRotate, SettingsError, or the reason of `signal` */
export async function rotate(
  pool: Pool,
  keys: MasterKeys,
  { signal, say, report }: { signal: AbortSignal; say: (line: string) => void; report: ReportAction },
): Promise<void> {
  const progress = new Progress(say);
  const startedAt = performance.now();
  const { before, current, wrapped } = await rotateMasterKey(pool, keys, {
    signal,
    report: (count) => progress.report(() => `${grouped(count)} keys are wrapped by the new master key`),
  });
  const others = before.filter((id) => id !== current);
  if (others.length === 0 && wrapped === 0) {
    say(`Nothing to do: ${current} is the only master key of this database.`);
    return;
  }
  await report(
    'master key rotated',
    { from: others, to: current, wrapped },
    { kind: 'MasterKeyRotated', data: { keyId: current, wrapped } },
  );
  say(
    `${grouped(wrapped)} keys were wrapped by ${current} in ${Math.round((performance.now() - startedAt) / 100) / 10} s. ` +
      `This database needs ${others.join(' and ')} no more: take MASTER_KEY_PREVIOUS, or previous-master.key, away and ` +
      'start the processes again. Keep that key as long as you keep backups of before.',
  );
}
