/** What is said of a mailed link that can no longer be followed. */
import { type Refusal, refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from '../service/http.ts';

export const linkIsNoGood = (refused: Refusal<'invalid'> = refusal('link-spent')): HttpProblem =>
  new HttpProblem(refused, { field: 'token' });
