/** What is said of a mailed link that can no longer be followed. */
import { HttpProblem } from '../service/http.ts';

const LINK_IS_NO_GOOD = 'This link has been used already or is too old: please ask for a new one';

export const linkIsNoGood = (sentence = LINK_IS_NO_GOOD): HttpProblem => new HttpProblem('invalid', sentence, { fields: { token: sentence } });
