/** Answers of the security log (docs/product.md, "Security log"). Read side only. */
import type { Reason } from '../domain/reasons/catalogue.ts';
import type { ActorKind, SecurityGroup } from '../domain/security-log/kinds.ts';

export type SecurityKind =
  | 'SignedIn'
  | 'SignInRefused'
  | 'SignedOut'
  | 'SessionsEnded'
  | 'SessionLocked'
  | 'SessionUnlocked'
  | 'UnlockRefused'
  | 'ProofRefused'
  | 'LinkRefused'
  | 'PageRefused'
  | 'ClientRefused'
  | 'PasswordChanged'
  | 'PasswordLinkAsked'
  | 'PasswordReset'
  | 'PasswordSetByOperator'
  | 'PinSet'
  | 'PinRemoved'
  | 'SecondFactorAdded'
  | 'SecondFactorRemoved'
  | 'RecoveryCodesRenewed'
  | 'SecondFactorReset'
  | 'UserRegistered'
  | 'UserEmailVerified'
  | 'AccountDisabled'
  | 'AccountEnabled'
  | 'TeamCreated'
  | 'TeamMemberAdded'
  | 'TeamMemberJoined'
  | 'InvitationSent'
  | 'InvitationWithdrawn'
  | 'TeamMemberRoleChanged'
  | 'TeamMemberDisabled'
  | 'TeamMemberEnabled'
  | 'TeamMemberRemoved'
  | 'TeamAuditorAppointed'
  | 'TeamAuditorWithdrawn'
  | 'TeamAdminOffered'
  | 'TeamAdminOfferWithdrawn'
  | 'TeamAdminOfferDeclined'
  | 'TeamAdminHandedOver'
  | 'TeamAdminAppointed'
  | 'TeamSecondFactorRequired'
  | 'TeamSecondFactorWaived'
  | 'TeamChatSwitchedOn'
  | 'TeamChatSwitchedOff'
  | 'TeamTransfersOpened'
  | 'TeamTransfersClosed'
  | 'UploadAccountSet'
  | 'TransferOffered'
  | 'TransferWithdrawn'
  | 'TransferDeclined'
  | 'TransferAccepted'
  | 'ReviewsExported'
  | 'ReportExported'
  | 'ErrorsExported'
  | 'HistoryExported'
  | 'ReviewPrinted'
  | 'DischargeListPrinted'
  | 'ReportPrinted'
  | 'RoundListPrinted'
  | 'DrugUsePrinted'
  | 'ChatAsked'
  | 'PatientErasureRequested'
  | 'PatientErasureWithdrawn'
  | 'PatientErasureRefused'
  | 'PatientErasureAgreed'
  | 'PatientErasedFromTeam'
  | 'PatientDeleted'
  | 'DrugUseOfAllTeamsRead'
  | 'SecurityLogRead'
  | 'SecurityLogExported'
  | 'SettingChanged'
  | 'MasterKeyMade'
  | 'MasterKeyRotated'
  | 'EscrowMade'
  | 'MasterKeyRestored'
  | 'ReadModelsRebuilt'
  | 'RebuildRolledBack'
  | 'StreamsUnparked'
  | 'ParkedStreamTried'
  | 'FeedMessageRead'
  | 'FeedMessageTried'
  | 'FeedMessageSetAside'
  | 'CertificateMade'
  | 'BackupMade'
  | 'RecordsImported'
  | 'ErasureLedgerWritten'
  | 'BackupRestored'
  | 'AnchorStatementMade'
  | 'LinesRemoved';

/** A person, team or patient of a line. */
export interface NamedInLine {
  readonly _id: string;
  /** Empty for one that has none (any more). */
  readonly name: string;
}

export interface SecurityLine {
  /** Its place in the chain: lines are numbered without gaps. */
  readonly number: number;
  readonly at: string;
  readonly kind: SecurityKind;
  readonly group: SecurityGroup;
  readonly isRefused: boolean;
  readonly by: ActorKind;
  readonly actor: NamedInLine | null;
  /** The person whose account or membership it concerns, if it is another one than the actor or the actor is unknown. */
  readonly user: NamedInLine | null;
  readonly team: NamedInLine | null;
  /** Of a transfer: the team beside the line's own one, which is the team that has the patient after the event. */
  readonly otherTeam: NamedInLine | null;
  /** An id: the log knows no names of patients. */
  readonly patient: string | null;
  /** Stands for an e-mail that no account has: the same e-mail has the same mark. */
  readonly emailMark: string | null;
  readonly address: string | null;
  /** In words, as in the list of sessions. */
  readonly device: string | null;
  readonly data: Readonly<Record<string, string | number>>;
}

export interface SecurityLogPage {
  readonly lines: readonly SecurityLine[];
  /** Where the older lines begin; absent on the last page. */
  readonly next?: string;
  /** Teams to choose from. */
  readonly teams: readonly NamedInLine[];
}

/** How many lines a search has that are newer than a number; counting stops at a limit. */
export interface NewerSecurityLines {
  readonly newer: number;
}

export const NEWER_COUNTED_MAX = 100;

/** What makes an attempt a refused one. Another refusal, such as of a missing field, is none. */
export const refusedReasons = [
  'wrong-login',
  'account-disabled',
  'local-accounts-off',
  'wrong-second-factor',
  'wrong-code',
  'wrong-password',
  'wrong-pin',
  'no-pin',
  'passkey-not-accepted',
  'passkey-not-proved',
  'sign-in-expired',
  'provider-sign-in-expired',
  'provider-sign-in-refused',
  'provider-email-missing',
  'provider-email-taken',
  'provider-admin-account',
  'link-spent',
  'link-of-another-account',
  'invitation-spent',
  'invitation-of-another-address',
  'foreign-page',
  'other-address',
  'too-many-attempts',
  'proof-lets-pass',
] as const satisfies readonly Reason[];
