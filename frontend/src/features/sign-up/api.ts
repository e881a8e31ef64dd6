import type { SignedIn } from 'command-api/contract/entities';
import { endpoint } from '../../lib/api.ts';

export interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
}
/** Sign-up also signs in. */
export const registerUser = endpoint<SignedIn, NewUser>()('POST', '/api/users');
