/**
 * The actions of an operator with the master key, as a structured log line on stderr and as a line
 * of the security log: ids and numbers, never a key.
 */
import { pino } from 'pino';
import { type OperatorsPlace, recordOperatorAction } from 'service-kit/security-log/operator-actions';
import type { SecurityFact } from 'service-kit/security-log/record';

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

export type ReportKeyAction = (action: KeyAction) => Promise<void>;

/** The one place where these actions are reported. */
export const reportKeyActionAt =
  (place: OperatorsPlace): ReportKeyAction =>
  async (done) => {
    const { action, ...about } = done;
    const securityLog = await recordOperatorAction(factOf(done), place);
    logger.info({ ...about, securityLog }, action);
  };

function factOf(done: KeyAction): SecurityFact {
  switch (done.action) {
    case 'master key made':
      return { kind: 'MasterKeyMade', data: { keyId: done.keyId } };
    case 'master key rotated':
      return { kind: 'MasterKeyRotated', data: { keyId: done.to, wrapped: done.wrapped } };
    case 'escrow made':
      return { kind: 'EscrowMade', data: { keyId: done.keyId } };
    case 'master key restored from escrow':
      return { kind: 'MasterKeyRestored', data: { keyId: done.keyId } };
  }
}
