import type { Account, Answer } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';

/** Needs a session of the account to which the link was mailed. */
export const confirmEmail = endpoint<Answer<Account>, { token: string }>()('POST', '/api/users/confirmEmail');
export const sendConfirmation = endpoint<{ message: string }, object>()('POST', '/api/users/confirmationMail');
