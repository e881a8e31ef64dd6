import type { Account, Answer } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';

/** In a session of the account that the link was mailed for. */
export const confirmEmail = endpoint<Answer<Account>, { token: string }>()('POST', '/api/users/confirmEmail');
export const sendConfirmation = endpoint<{ message: string }, object>()('POST', '/api/users/confirmationMail');
