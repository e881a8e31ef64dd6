/** The dependencies of the routes of the command API. */
import type { CalendarDate } from 'language/domain/values/calendar-date';
import type { Actor } from 'language/domain/command';
import type { AccessOutbox } from 'service-kit/accesses/access-outbox';
import type { AccountStates } from '../accounts/account-states.ts';
import type { Captcha } from '../accounts/captcha.ts';
import type { CommandKeys } from '../accounts/command-keys.ts';
import type { Credentials } from '../accounts/credentials.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import type { DeviceKeys } from '../accounts/device-keys.ts';
import type { DevicePins } from '../accounts/device-pins.ts';
import type { Invitations } from '../accounts/invitations.ts';
import type { MailOutbox } from '../accounts/mail-outbox.ts';
import type { OneTimeLinks } from '../accounts/one-time-links.ts';
import type { PushSubscriptions } from '../accounts/push-subscriptions.ts';
import type { PasswordPolicy } from '../accounts/password-policy.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { RateLimits } from '../accounts/rate-limits.ts';
import type { RefusedAttempts } from '../accounts/refused-attempts.ts';
import type { SecondFactors } from '../accounts/second-factor/second-factors.ts';
import type { StreamRetry, TriedRetry } from 'service-kit/operations/stream-retries';
import type { SecurityEvent, SecurityOrigin } from 'service-kit/security-log/record';
import type { Feed } from '../feeds/hl7/feed.ts';
import type { SessionProofs } from 'service-kit/security/session-proofs';
import type { Session, Sessions } from 'service-kit/security/sessions';
import type { BrowserSessions } from 'service-kit/http/find-caller';
import type { SignUp } from 'language/contract/profiles';
import type { ImportSources } from '../imports/import-sources.ts';
import type { ImageService } from '../images/image-service.ts';
import type { ImageStore } from '../images/store.ts';
import type { Erased } from '../processes/process-managers/erase-patient.ts';
import type { EventLog } from 'service-kit/event-log/port';
import type { RestartWait } from 'service-kit/event-log/restart-wait';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../commands/intent.ts';
import type { SingleSignOn } from './single-sign-on/single-sign-on.ts';
import type { StopMedications } from '../processes/stop-medications.ts';

/** The dependencies that work through the few connections of callers who are not signed in. */
type Anonymous =
  | 'credentials'
  | 'sessions'
  | 'sessionProofs'
  | 'secondFactors'
  | 'links'
  | 'keepOrigin'
  | 'commandKeys'
  | 'invitations'
  | 'limits'
  | 'captcha'
  | 'mailLink';

export interface Dependencies {
  /** They replace their namesakes for open commands, which so take no connection from commands (`openCommand`). */
  readonly anonymous: Pick<Dependencies, Anonymous>;
  readonly folds: FoldCaches;
  readonly handle: Handle;
  /** Decides as `handle` does, on the newest state, and appends nothing. */
  readonly decideOnly: Handle;
  /** In the team's time zone. */
  readonly today: () => CalendarDate;
  readonly importSources: ImportSources;
  /** Reads one event, and short streams. */
  readonly log: Pick<EventLog, 'headAt' | 'readStream' | 'follow'>;
  /** For what is stored beside the log. @throws HttpProblem 503 while the disk is nearly full */
  readonly requireRoom: () => Promise<void>;
  /** A command of a request waits while the event log restarts. */
  readonly logRestarts: Pick<RestartWait, 'repeated'>;
  /** For accesses that only the client knows of: prints, the chat assistant. The query API records the others. */
  readonly accessNotes: Pick<AccessOutbox, 'write'>;
  readonly images: ImageStore;
  /** For teams that have an account at an image service. */
  readonly imageService: ImageService;
  /** The limit of the built-in store. */
  readonly imageBytesPerTeam: number;
  /** Removes a deleted patient's key and images. May be repeated. */
  readonly erasePatient: (patientId: string) => Promise<Erased>;
  /** The steps after the agreement to an erasure: admissions, patient, key and images. May be repeated. */
  readonly finishErasure: (agreed: { commandId: string; patientId: string; readonly actor: Actor }) => Promise<Erased>;
  readonly credentials: Credentials;
  readonly accountStates: AccountStates;
  readonly passwords: Passwords;
  readonly pins: DevicePins;
  readonly deviceKeys: DeviceKeys;
  /** Undefined where the installation sends no pushes. */
  readonly push:
    | { readonly subscriptions: PushSubscriptions; readonly services: readonly string[]; readonly publicKey: string }
    | undefined;
  readonly sessions: Sessions;
  readonly browserSessions: BrowserSessions;
  /** The longest life of a session. */
  readonly sessionHoursMax: number;
  readonly sessionProofs: SessionProofs;
  readonly secondFactors: SecondFactors;
  /** Every team requires a second factor. */
  readonly requiresSecondFactor: boolean;
  readonly stopMedications: StopMedications;
  /** Asks projections to try a parked stream again. Of the answer: undefined until there is one. */
  readonly streamRetries: {
    ask(retry: StreamRetry, by: Pick<Session, 'userId' | 'sessionId'>): Promise<void>;
    tried(commandId: string): Promise<TriedRetry | undefined>;
  };
  /** For parked messages of the hospital. Undefined without an interface. */
  readonly feed:
    | {
        tryAgain: Feed['tryAgain'];
        /** @returns false where it is not parked any more */
        setAside(messageId: string): Promise<boolean>;
        record(event: SecurityEvent): Promise<void>;
      }
    | undefined;
  readonly links: OneTimeLinks;
  readonly invitations: Invitations;
  readonly limits: RateLimits;
  /** For the security log. */
  readonly refusedAttempts: Pick<RefusedAttempts, 'note'>;
  /** Where a command comes from, for the security log: call it before the command. */
  readonly keepOrigin: (commandId: string, origin: SecurityOrigin) => Promise<void>;
  /** Binds each Idempotency-Key to the first body that came with it. */
  readonly commandKeys: CommandKeys;
  readonly devices: DeviceCookies;
  /** Undefined if it is switched off. */
  readonly captcha: Captcha | undefined;
  /**
   * Enqueues a mail with a one-time link to the owner of an e-mail.
   * @throws the database's error, when nothing was enqueued
   */
  readonly mailLink: MailOutbox['enqueue'];
  /** True if a person needs a confirmed e-mail to become a member of a team. */
  readonly requiresVerifiedEmail: boolean;
  /** Lower case. */
  readonly adminEmail: string | undefined;
  readonly passwordPolicy: PasswordPolicy;
  /** Undefined without a provider. */
  readonly singleSignOn: SingleSignOn | undefined;
  /** False: people sign in at the provider only, except the admin account. */
  readonly allowsLocalAccounts: boolean;
  /** Who makes an account with the sign-up form. */
  readonly signUp: SignUp;
  /** Identifies the demo's seed (`seed-times.ts`). Undefined if there is no demo to write. */
  readonly seedSecret: string | undefined;
  /** Identifies the gateway (`command-route.ts`). Undefined if the network lets only the gateway in. */
  readonly gatewaySecret: string | undefined;
}

/** Those that work through the connections of callers who are not signed in. */
export const openDependencies = (all: Dependencies): Dependencies => ({ ...all, ...all.anonymous });
