/** What every command is answered from. */
import type { AccessOutbox } from 'service-kit/accesses/access-outbox';
import type { Captcha } from '../accounts/captcha.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { MailOutbox } from '../accounts/mail-outbox.ts';
import type { OneTimeLinks } from '../accounts/one-time-links.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { RateLimits } from '../accounts/rate-limits.ts';
import type { Sessions } from 'service-kit/security/sessions';
import type { ImageService } from '../images/image-service.ts';
import type { ImageStore } from '../images/store.ts';
import type { Erased } from '../processes/process-managers/erase-patient.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../commands/intent.ts';
import type { StopMedications } from '../processes/stop-medications.ts';

export interface Dependencies {
  readonly folds: FoldCaches;
  readonly handle: Handle;
  /** What only the client knows of: printing, the chat assistant. The query API writes down the rest. */
  readonly accessNotes: Pick<AccessOutbox, 'write'>;
  readonly images: ImageStore;
  /** Of teams that have an account with one. */
  readonly imageService: ImageService;
  /** In the built-in store. */
  readonly imageBytesPerTeam: number;
  /** What is left of a deleted patient here goes for good. May be repeated. */
  readonly erasePatient: (patientId: string) => Promise<Erased>;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly stopMedications: StopMedications;
  readonly links: OneTimeLinks;
  readonly limits: RateLimits;
  /** Undefined where it is switched off. */
  readonly captcha: Captcha | undefined;
  /**
   * Promises a mail with a one-time link to whoever has this e-mail.
   * @throws the database's error, before anything is promised
   */
  readonly mailLink: MailOutbox['promise'];
  /** Whether only people whose e-mail is confirmed become members of teams. */
  readonly requiresVerifiedEmail: boolean;
  /** Lower case. */
  readonly adminEmail: string | undefined;
  readonly minPasswordLength: number;
  /** By which the demo's seed is known (`seed-times.ts`). Undefined where there is no demo to be written. */
  readonly seedSecret: string | undefined;
}
