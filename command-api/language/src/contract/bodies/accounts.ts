/** Bodies of the admin account's calls about accounts. */
import * as z from 'zod';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';
import { isVisible, SingleLine } from '../../domain/values/fields.ts';

/** `PUT /api/accounts/{userId}`: a disabled account has a reason, which the list of accounts shows. */
export const SetAccountState = z
  .strictObject({ disabled: z.boolean(), reason: SingleLine(limits.reason).default('') })
  .refine(({ disabled, reason }) => !disabled || isVisible(reason), {
    error: because('reason-required'),
    path: ['reason'],
  });
