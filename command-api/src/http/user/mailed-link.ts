/** What is said of a mailed link that can no longer be followed. */
import { type Refusal, refusal } from '../../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

export const linkIsNoGood = (refused: Refusal<'invalid'> = refusal('link-spent')): HttpProblem =>
  new HttpProblem(refused, { field: 'token' });
