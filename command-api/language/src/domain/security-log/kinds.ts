/**
 * The security log (docs/decisions/installation/security-log.md): who signed in, who changed what people may do, what
 * left the product, what the operator did. Codes, counts and ids: no clinical text, no patient's name, no secret.
 */
import * as z from 'zod';
import { Role } from '../team/events.ts';

/** The groups of kinds on the screen and in the search. */
export const securityGroups = [
  'signIn',
  'password',
  'secondFactor',
  'account',
  'team',
  'export',
  'erasure',
  'admin',
  'operator',
  'log',
] as const;
export type SecurityGroup = (typeof securityGroups)[number];

/** A code, a name of a setting or a version: short, and no free text. */
const Code = z
  .string()
  .max(200)
  .regex(/^[\w .:/+,@*-]*$/);
const Count = z.int().min(0);
const nothing = z.strictObject({});
/** Attempts of one address for one reason. More than the first within a minute are one line. */
const refusedAttempts = z.strictObject({ reason: Code, attempts: Count });
/** The id of the other team. It is not known where the patient was erased before the line was written. */
const transfer = z.strictObject({ otherTeam: Code.optional() });
const Way = z.enum(['password', 'signUp', 'passkey', 'singleSignOn']);
const Factor = z.enum(['totp', 'passkey', 'recoveryCode']);

export interface SecurityKindOf {
  readonly group: SecurityGroup;
  /** An attempt that was refused. */
  readonly isRefused?: true;
  readonly data: z.ZodObject;
}
const kind = <Data extends z.ZodObject>(group: SecurityGroup, data: Data) => ({ group, data });
const refused = (group: SecurityGroup) => ({ group, isRefused: true as const, data: refusedAttempts });

/**
 * The closed list. A new kind is one line here and in the contract (`../../contract/security-log.ts`), its sentence
 * `securityLog.kind.<Kind>` in both catalogues of words, and a call of `recordSecurityEvent`. A kind that an event of the log has the name of is written by the follower
 * (`command-api/src/processes/security-log-writer.ts`).
 */
export const securityKinds = {
  SignedIn: kind('signIn', z.strictObject({ way: Way, factor: Factor.optional() })),
  SignInRefused: refused('signIn'),
  SignedOut: kind('signIn', nothing),
  SessionsEnded: kind(
    'signIn',
    z.strictObject({ by: z.enum(['self', 'provider', 'admin', 'setting']), sessions: Count }),
  ),
  SessionLocked: kind('signIn', nothing),
  SessionUnlocked: kind('signIn', z.strictObject({ way: z.enum(['password', 'passkey', 'pin']) })),
  UnlockRefused: refused('signIn'),
  ProofRefused: refused('signIn'),
  /** A mailed link: to reset a password, to confirm an address, to join a team. */
  LinkRefused: refused('signIn'),
  /** A call with the cookie of a session, from a page that is not the product's. */
  PageRefused: refused('signIn'),
  /** Another system, without its secret (FHIR). */
  ClientRefused: refused('signIn'),

  PasswordChanged: kind('password', nothing),
  PasswordLinkAsked: kind('password', nothing),
  PasswordReset: kind('password', nothing),
  PasswordSetByOperator: kind('password', nothing),
  PinSet: kind('password', nothing),
  PinRemoved: kind('password', nothing),

  SecondFactorAdded: kind('secondFactor', z.strictObject({ factor: Factor })),
  SecondFactorRemoved: kind('secondFactor', z.strictObject({ factor: Factor })),
  RecoveryCodesRenewed: kind('secondFactor', nothing),
  SecondFactorReset: kind('secondFactor', nothing),

  UserRegistered: kind('account', nothing),
  UserEmailVerified: kind('account', nothing),
  AccountDisabled: kind('account', nothing),
  AccountEnabled: kind('account', nothing),

  TeamCreated: kind('team', nothing),
  TeamMemberAdded: kind('team', z.strictObject({ role: Role })),
  TeamMemberJoined: kind('team', z.strictObject({ role: Role })),
  InvitationSent: kind('team', z.strictObject({ role: Role })),
  InvitationWithdrawn: kind('team', nothing),
  TeamMemberRoleChanged: kind('team', z.strictObject({ role: Role })),
  TeamMemberDisabled: kind('team', nothing),
  TeamMemberEnabled: kind('team', nothing),
  TeamMemberRemoved: kind('team', nothing),
  TeamAuditorAppointed: kind('team', nothing),
  TeamAuditorWithdrawn: kind('team', nothing),
  TeamAdminOffered: kind('team', nothing),
  TeamAdminOfferWithdrawn: kind('team', nothing),
  TeamAdminOfferDeclined: kind('team', nothing),
  TeamAdminHandedOver: kind('team', nothing),
  TeamAdminAppointed: kind('team', nothing),
  TeamSecondFactorRequired: kind('team', nothing),
  TeamSecondFactorWaived: kind('team', nothing),
  TeamChatSwitchedOn: kind('team', nothing),
  TeamChatSwitchedOff: kind('team', nothing),
  TeamTransfersOpened: kind('team', nothing),
  TeamTransfersClosed: kind('team', nothing),
  UploadAccountSet: kind('team', nothing),
  TransferOffered: kind('team', transfer),
  TransferWithdrawn: kind('team', transfer),
  TransferDeclined: kind('team', transfer),
  TransferAccepted: kind('team', transfer),

  ReviewsExported: kind('export', nothing),
  ReportExported: kind('export', nothing),
  ErrorsExported: kind('export', nothing),
  HistoryExported: kind('export', nothing),
  ReviewPrinted: kind('export', nothing),
  DischargeListPrinted: kind('export', nothing),
  ReportPrinted: kind('export', nothing),
  RoundListPrinted: kind('export', nothing),
  DrugUsePrinted: kind('export', nothing),
  ChatAsked: kind('export', nothing),

  PatientErasureRequested: kind('erasure', nothing),
  PatientErasureWithdrawn: kind('erasure', nothing),
  PatientErasureRefused: kind('erasure', nothing),
  PatientErasureAgreed: kind('erasure', nothing),
  PatientErasedFromTeam: kind('erasure', nothing),
  PatientDeleted: kind('erasure', nothing),

  DrugUseOfAllTeamsRead: kind('admin', nothing),
  SecurityLogRead: kind('admin', nothing),
  SecurityLogExported: kind('admin', nothing),

  /** A setting of command-api, if there is no `service`. */
  SettingChanged: kind(
    'operator',
    z.strictObject({ setting: Code, service: Code.optional(), from: Code.optional(), to: Code.optional() }),
  ),
  MasterKeyMade: kind('operator', z.strictObject({ keyId: Code })),
  MasterKeyRotated: kind('operator', z.strictObject({ keyId: Code, wrapped: Count })),
  EscrowMade: kind('operator', z.strictObject({ keyId: Code })),
  MasterKeyRestored: kind('operator', z.strictObject({ keyId: Code })),
  ReadModelsRebuilt: kind('operator', nothing),
  RebuildRolledBack: kind('operator', nothing),
  StreamsUnparked: kind('operator', nothing),
  /** The admin account has asked for it. */
  ParkedStreamTried: kind('operator', z.strictObject({ projection: Code, stream: Code })),
  /** A parked message of the hospital: its id, not what it says. */
  FeedMessageRead: kind('operator', z.strictObject({ message: Code })),
  FeedMessageTried: kind('operator', z.strictObject({ message: Code })),
  FeedMessageSetAside: kind('operator', z.strictObject({ message: Code, reason: Code })),
  CertificateMade: kind('operator', nothing),
  BackupMade: kind('operator', z.strictObject({ number: Count })),
  RecordsImported: kind('operator', z.strictObject({ added: Count, refused: Count })),
  ErasureLedgerWritten: kind('operator', nothing),
  BackupRestored: kind('operator', z.strictObject({ number: Count })),
  AnchorStatementMade: kind('operator', z.strictObject({ number: Count })),

  /** Written by the retention itself, in Postgres. `hash` is the one of line `upTo`, which the next line follows. */
  LinesRemoved: kind('log', z.strictObject({ upTo: Count, hash: Code, lines: Count })),
} as const satisfies Record<string, SecurityKindOf>;

export type SecurityKind = keyof typeof securityKinds;
export const securityKindNames = Object.keys(securityKinds) as readonly SecurityKind[];
export const SecurityKindName = z.enum(securityKindNames);
export type SecurityDataOf<Kind extends SecurityKind> = z.input<(typeof securityKinds)[Kind]['data']>;

/** `person`: with an id. `operator`: at the machine. `product`: by itself. `unknown`: not signed in. */
export const actorKinds = ['person', 'operator', 'product', 'unknown'] as const;
export type ActorKind = (typeof actorKinds)[number];
