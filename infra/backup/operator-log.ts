/** What an operator has done with backups, as a structured log line on stderr: ids and numbers, no content. */
import { pino } from 'pino';

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
export function reportBackupAction({ action, ...about }: BackupAction): void {
  logger.info(about, action);
}
