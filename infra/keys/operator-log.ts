/** What an operator has done with the master key, as a structured log line on stderr: ids and numbers, never a key. */
import { pino } from 'pino';

export type KeyAction =
  | { readonly action: 'master key made'; readonly keyId: string }
  | {
      readonly action: 'master key rotated';
      readonly from: readonly string[];
      readonly to: string;
      readonly wrapped: number;
    }
  | { readonly action: 'escrow made'; readonly keyId: string; readonly set: string }
  | { readonly action: 'master key restored from escrow'; readonly keyId: string };

const logger = pino(
  { name: 'keys', base: { service: 'keys' }, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 2, sync: true }),
);

/** The one place where these actions are reported. */
export function reportKeyAction({ action, ...about }: KeyAction): void {
  logger.info(about, action);
}
