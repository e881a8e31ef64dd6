/** A user in the contract's shape (specification §3), the same that the query API answers with from its rows. */
import type * as contract from '../../contract/entities.ts';
import { revisionToJson } from '../../domain/revision.ts';
import type { RegisteredUser } from '../../domain/user/state.ts';

/** Counts of reviews and patients are the read side's: `GET /api/users/me`. */
export const renderUser = (userId: string, user: RegisteredUser, adminEmail: string | undefined): Omit<contract.SignedIn, 'token'> => ({
  _id: userId,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  title: '',
  about: '',
  start: user.start,
  isAdminAccount: adminEmail !== undefined && user.email === adminEmail,
  version: revisionToJson(user.touch.version),
});
