/** The sentence of a line of the security log, in the language of the page. */
import { refusedReasons, type SecurityLine } from 'language/contract/security-log';
import { translate } from '../../platform/language/language.ts';

const ways = ['password', 'signUp', 'passkey', 'singleSignOn', 'pin'] as const;
const factors = ['totp', 'passkey', 'recoveryCode'] as const;
const roles = ['pharmacist', 'physician', 'reader'] as const;
const enders = ['self', 'provider', 'admin', 'setting'] as const;
const reasons = [...refusedReasons, 'many-addresses'] as const;

const codeIn = <Code extends string, Else extends string>(
  codes: readonly Code[],
  value: string | number | undefined,
  otherwise: Else,
): Code | Else => codes.find((code) => code === value) ?? otherwise;

const wayOf = ({ way }: SecurityLine['data']): string => translate(`securityLog.way.${codeIn(ways, way, 'password')}`);
const factorOf = ({ factor }: SecurityLine['data']): string =>
  translate(`securityLog.factor.${codeIn(factors, factor, 'totp')}`);

/** @param line of a kind that this program knows: the server sends no other */
export function sentenceOf({ kind, data }: SecurityLine): string {
  const number = (name: string): number => Number(data[name] ?? 0);
  const text = (name: string): string => String(data[name] ?? '');
  const service = text('service');
  const setting = service === '' ? text('setting') : `${text('setting')} (${service})`;
  if (kind === 'SignedIn' && data['factor'] !== undefined)
    return translate('securityLog.kind.SignedInWithFactor', { way: wayOf(data), factor: factorOf(data) });
  if (kind === 'SignedIn' || kind === 'SessionUnlocked')
    return translate(`securityLog.kind.${kind}`, { way: wayOf(data) });
  if (
    kind === 'SignInRefused' ||
    kind === 'UnlockRefused' ||
    kind === 'ProofRefused' ||
    kind === 'LinkRefused' ||
    kind === 'PageRefused'
  )
    return translate(`securityLog.kind.${kind}`, {
      attempts: number('attempts'),
      reason: translate(`securityLog.reason.${codeIn(reasons, data['reason'], 'other')}`),
    });
  if (kind === 'ClientRefused') return translate('securityLog.kind.ClientRefused', { attempts: number('attempts') });
  if (kind === 'SessionsEnded')
    return translate(`securityLog.kind.SessionsEnded.${codeIn(enders, data['by'], 'self')}`, {
      sessions: number('sessions'),
    });
  if (kind === 'SecondFactorAdded' || kind === 'SecondFactorRemoved')
    return translate(`securityLog.kind.${kind}`, { factor: factorOf(data) });
  if (
    kind === 'TeamMemberAdded' ||
    kind === 'TeamMemberJoined' ||
    kind === 'TeamMemberRoleChanged' ||
    kind === 'InvitationSent'
  )
    return translate(`securityLog.kind.${kind}`, {
      role: translate(`securityLog.role.${codeIn(roles, data['role'], 'reader')}`),
    });
  if (kind === 'SettingChanged' && data['to'] !== undefined)
    return translate('securityLog.kind.SettingChangedTo', {
      setting,
      from: text('from') || '–',
      to: text('to') || '–',
    });
  // Words without a place for a value ignore it.
  return translate(`securityLog.kind.${kind}`, {
    setting,
    key: text('keyId'),
    number: text('number'),
    lines: number('lines'),
    upTo: number('upTo'),
    projection: text('projection'),
    stream: text('stream'),
  });
}
