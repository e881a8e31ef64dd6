/** A password that is to be: how short it may be is a setting. */
import { HttpProblem } from '../service/http.ts';
import type { House } from './house.ts';

/** @throws HttpProblem 400 */
export function acceptablePassword({ minPasswordLength }: Pick<House, 'minPasswordLength'>, password: string): void {
  if (password.length >= minPasswordLength) return;
  const sentence = `The password needs at least ${minPasswordLength} characters`;
  throw new HttpProblem('invalid', sentence, { fields: { password: sentence } });
}
