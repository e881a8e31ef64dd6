import { endpoint } from '../../platform/http/api.ts';

interface MessageAnswer {
  message: string;
}
/** The answer is the same whether or not the account exists. */
export const requestPasswordLink = endpoint<MessageAnswer, { email: string; forgetPW: true }>()(
  'POST',
  '/api/users/login',
);
export const resetPassword = endpoint<MessageAnswer, { token: string; password: string }>()(
  'POST',
  '/api/users/resetPassword',
);
