/**
 * Writes the lines of the security log that come from events: who is in which team and may do what, which team has which
 * patient, accounts, exports and prints, deleted patients. A line is there once: its source is the event. A crash delays it and loses none.
 */
import type { SecurityKind } from 'language/domain/security-log/kinds';
import { Role } from 'language/domain/team/events';
import { recordedAtOf } from 'language/domain/command';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { originOfCommand, recordSecurityEvent, type SecurityFact } from 'service-kit/security-log/record';
import { type LogFollowerParts, runProcessManager } from './process-managers/process-manager.ts';

export const SECURITY_LOG = 'security-log';

const DAY_MS = 86_400_000;
const PREFIXES = ['team-', 'user-', 'patient-', 'admission-', 'access-'] as const;
/** Kinds that are events as well. */
const ofTeams = [
  'TeamCreated',
  'TeamMemberAdded',
  'TeamMemberJoined',
  'TeamMemberRoleChanged',
  'TeamMemberDisabled',
  'TeamMemberEnabled',
  'TeamMemberRemoved',
  'TeamAuditorAppointed',
  'TeamAuditorWithdrawn',
  'TeamAdminOffered',
  'TeamAdminOfferWithdrawn',
  'TeamAdminOfferDeclined',
  'TeamAdminHandedOver',
  'TeamAdminAppointed',
  'TeamSecondFactorRequired',
  'TeamSecondFactorWaived',
  'TeamChatSwitchedOn',
  'TeamChatSwitchedOff',
  'TeamTransfersOpened',
  'TeamTransfersClosed',
  'UploadAccountSet',
] as const satisfies readonly SecurityKind[];
/** On the admission's stream: another team is shown a patient, or gets their chart. */
const ofTransfers = [
  'TransferOffered',
  'TransferWithdrawn',
  'TransferDeclined',
  'TransferAccepted',
] as const satisfies readonly SecurityKind[];
const ofOthers = [
  'UserRegistered',
  'UserEmailVerified',
  'ReviewsExported',
  'ReportExported',
  'ErrorsExported',
  'HistoryExported',
  'ReviewPrinted',
  'DischargeListPrinted',
  'ReportPrinted',
  'RoundListPrinted',
  'DrugUsePrinted',
  'ChatAsked',
  'PatientErasureRequested',
  'PatientErasureWithdrawn',
  'PatientErasureRefused',
  'PatientErasureAgreed',
  'PatientErasedFromTeam',
  'PatientDeleted',
] as const satisfies readonly SecurityKind[];
const followed = [...ofTeams, ...ofTransfers, ...ofOthers] as const;
type Followed = (typeof followed)[number];
const followedNames: readonly string[] = followed;
const isFollowed = (type: string): type is Followed => followedNames.includes(type);

/** Runs until `signal` aborts. @param days how long lines are kept: an older event gets none */
export const runSecurityLogWriter = (
  parts: LogFollowerParts & { readonly days: number },
  signal: AbortSignal,
): Promise<void> =>
  runProcessManager(
    { ...parts, graceMs: 0 },
    {
      follower: SECURITY_LOG,
      prefixes: PREFIXES,
      firstStep: followed,
      finish: (event) => write(parts, event),
    },
    signal,
  );

async function write(
  { log, pool, days }: LogFollowerParts & { readonly days: number },
  event: StoredEvent,
): Promise<void> {
  const at = new Date(recordedAtOf(event.metadata));
  if (!isFollowed(event.type) || at.getTime() < Date.now() - days * DAY_MS) return;
  const { commandId, actorId, teamId, patientId } = event.metadata;
  const body = isOfTeam(event.type) || isOfTransfer(event.type) ? await bodyOf(log, event) : {};
  await recordSecurityEvent(pool, {
    ...factOf(event.type, body),
    by: 'person',
    actorId,
    userId: textOf(body, 'userId') ?? textOf(body, 'adminId'),
    teamId: event.stream.startsWith('team-') ? event.stream.slice('team-'.length) : teamId,
    patientId: event.stream.startsWith('patient-') ? event.stream.slice('patient-'.length) : patientId,
    origin: await originOfCommand(pool, commandId),
    sourceId: event.id,
    at,
  });
}

/** A subscription brings events without their payload. */
async function bodyOf(log: Pick<EventLog, 'readStream'>, { stream, revision }: StoredEvent): Promise<object> {
  for await (const event of log.readStream(stream, { from: revision, maxCount: 1 })) return event.data;
  return {};
}

const textOf = (body: object, name: string): string | undefined => {
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** Takes only those fields of the event that the kind has. */
function factOf(kind: Followed, body: object): SecurityFact {
  if (kind === 'TeamMemberAdded' || kind === 'TeamMemberJoined' || kind === 'TeamMemberRoleChanged')
    return { kind, data: { role: Role.parse(textOf(body, 'role')) } };
  if (isOfTransfer(kind)) {
    // The line's own team is the one that has the patient after the event.
    const otherTeam = textOf(body, 'fromTeamId') ?? textOf(body, 'toTeamId');
    return { kind, data: otherTeam === undefined ? {} : { otherTeam } };
  }
  // Each apart: TypeScript does not compare a union of so many kinds as a whole.
  return isOfTeam(kind) ? { kind, data: {} } : { kind, data: {} };
}

const transferNames: readonly string[] = ofTransfers;
const isOfTransfer = (kind: Followed): kind is (typeof ofTransfers)[number] => transferNames.includes(kind);
const teamNames: readonly string[] = ofTeams;
const isOfTeam = (kind: Followed): kind is (typeof ofTeams)[number] => teamNames.includes(kind);
