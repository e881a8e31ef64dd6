/** The installation's list of accounts, for the admin account (docs/product.md, "Accounts of the installation"). */

/** Of a member of a team (docs/product.md, "Members"). */
export type TeamRole = 'pharmacist' | 'physician' | 'reader';
/**
 * `disabled`: the admin account has disabled it. `unconfirmed`: its e-mail is not confirmed. The first that applies counts.
 */
export type AccountCondition = 'active' | 'unconfirmed' | 'disabled';

/** A membership of the account. */
export interface AccountTeam {
  _id: string;
  name: string;
  role: TeamRole;
  isAdmin: boolean;
  /** In this team alone. */
  disabled: boolean;
}
export interface ListedAccount {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  teams: AccountTeam[];
  /** The day on which the account was made. */
  createdOn: string;
  /** The day of the last use of a session; null if it was never used. */
  lastUsedOn: string | null;
  /** Open ones. */
  sessions: number;
  condition: AccountCondition;
  /** Null unless it is disabled. `at` is an instant. */
  disabled: { at: string; by: string; byName: string; reason: string } | null;
  hasSecondFactor: boolean;
  /** The person has signed in at the provider of single sign-on. */
  isOfProvider: boolean;
  /** It cannot be disabled. */
  isAdminAccount: boolean;
}
/** `GET /api/accounts`: by name. */
export interface AccountPage {
  accounts: ListedAccount[];
  page: number;
  pages: number;
  total: number;
}
/** `GET /api/installation/teams`: every team, by name. */
export interface TeamOfInstallation {
  _id: string;
  name: string;
  adminId: string;
  adminName: string;
  /** The admin's account is disabled. */
  isAdminGone: boolean;
}
/** The answer of `PUT /api/accounts/{userId}`. */
export interface AccountState {
  _id: string;
  disabled: boolean;
}
