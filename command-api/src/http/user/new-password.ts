/** A password that is to be: how short it may be is a setting. */
import { refusal } from '../../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Dependencies } from '../dependencies.ts';

/** @throws HttpProblem 400 */
export function acceptablePassword(
  { minPasswordLength }: Pick<Dependencies, 'minPasswordLength'>,
  password: string,
): void {
  if (password.length >= minPasswordLength) return;
  throw new HttpProblem(refusal('password-too-short', { limit: minPasswordLength }), { field: 'password' });
}
