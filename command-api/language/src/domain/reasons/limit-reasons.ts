/** Refusals of too many requests at once, or too often. */
import { type Family, tooMany, unavailable } from './sentence.ts';

export const limitReasons = {
  'too-many-attempts': tooMany('Too many attempts: please try again in {minutes:number} minutes', {
    singular: 'Too many attempts: please try again in a minute',
  }),
  'proof-lets-pass': tooMany(
    'Too many attempts: a short calculation by your browser lets you pass, or try again in {minutes:number} minutes',
    { singular: 'Too many attempts: a short calculation by your browser lets you pass, or try again in a minute' },
  ),
  'too-many-saving': unavailable('Too many people are saving here at once, please try again'),
  'too-many-signing-in': unavailable('Too many people are signing in at once, please try again'),
  'too-many-at-once': unavailable('Too many people are doing this at once, please try again'),
  'too-many-uploads': unavailable('Too many images are being uploaded at once, please try again'),
  'own-uploads-under-way': tooMany('Two of your uploads are under way already: wait until one is through'),
  'own-checks-under-way': tooMany('Two of your checks are still running, please wait for one of them'),
  'too-many-long-reports': unavailable(
    'Several long reports are being written right now, please try again in a minute',
  ),
  'own-long-reports-under-way': tooMany(
    'Two long reports are being written for you already, please wait until one of them is done',
  ),
  'team-long-reports-under-way': tooMany(
    'Three long reports are being written for this team already, please wait until one of them is done',
  ),

  'too-many-messages': tooMany('Too many messages, please slow down'),
  'too-many-rooms': tooMany('Too many charts are open in this browser'),
  'too-many-connections': tooMany('Too many connections of this account'),
} as const satisfies Family;
