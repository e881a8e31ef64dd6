/**
 * The actions of an operator with backups, as a structured log line on stderr and as a line of the
 * security log: ids and numbers, no content.
 */
import { pino } from 'pino';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import type { SecurityFact } from 'service-kit/security-log/record';
import { operatorsPlaceOf } from '../keys/operators-place.ts';

export type BackupAction =
  | { readonly action: 'backup made'; readonly number: number; readonly position: string; readonly events: number }
  | { readonly action: 'erasure ledger written'; readonly erased: number }
  | {
      readonly action: 'backup restored';
      readonly number: number;
      readonly madeAt: string;
      readonly position: string;
      readonly events: number;
      /** The log was cut before its end. */
      readonly isCut: boolean;
      /** Keys that the ledger has destroyed. */
      readonly erased: number;
    };

const logger = pino(
  { name: 'backup', base: { service: 'backup' }, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 2, sync: true }),
);

/** The one place where these actions are reported. */
export async function reportBackupAction(done: BackupAction): Promise<void> {
  const { action, ...about } = done;
  const securityLog = await recordOperatorAction(factOf(done), await operatorsPlaceOf(process.env));
  logger.info({ ...about, securityLog }, action);
}

function factOf(done: BackupAction): SecurityFact {
  switch (done.action) {
    case 'backup made':
      return { kind: 'BackupMade', data: { number: done.number } };
    case 'erasure ledger written':
      return { kind: 'ErasureLedgerWritten', data: {} };
    case 'backup restored':
      return { kind: 'BackupRestored', data: { number: done.number } };
  }
}
