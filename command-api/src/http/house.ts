/** What every command is answered from. */
import type { Credentials } from '../accounts/credentials.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Folds } from '../folds.ts';
import type { Handle } from '../handle.ts';
import type { StopMedications } from '../stop-medications.ts';

export interface House {
  readonly folds: Folds;
  readonly handle: Handle;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly stopMedications: StopMedications;
  /** Lower case. */
  readonly adminEmail: string | undefined;
  readonly minPasswordLength: number;
}
