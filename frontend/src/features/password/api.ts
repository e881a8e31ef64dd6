import { endpoint } from '../../platform/http/api.ts';

interface Said {
  message: string;
}
/** Always answered alike, whether there is such an account or not. */
export const requestPasswordLink = endpoint<Said, { email: string; forgetPW: true }>()('POST', '/api/users/login');
export const resetPassword = endpoint<Said, { token: string; password: string }>()('POST', '/api/users/resetPassword');
