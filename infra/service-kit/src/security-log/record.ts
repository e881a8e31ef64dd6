/**
 * The one way to write into the security log (docs/decisions/installation/security-log.md). In the transaction of what it
 * records it comes last: from there to the commit no other line is written.
 */
import {
  type ActorKind,
  securityKinds,
  type SecurityDataOf,
  type SecurityKind,
} from 'language/domain/security-log/kinds';
import type { Pool, PoolClient } from 'pg';

/** Where it came from: of a session what its list says, else what the request says. */
export interface SecurityOrigin {
  readonly sessionId?: string | undefined;
  /** The network address. */
  readonly address?: string | undefined;
  /** In words (`command-api/src/accounts/device-words.ts`). */
  readonly device?: string | undefined;
}

/** The kind of an event, and its data. */
export type SecurityFact = {
  readonly [Kind in SecurityKind]: { readonly kind: Kind; readonly data: SecurityDataOf<Kind> };
}[SecurityKind];

/** Ids only: no name, no e-mail, no text that a person wrote. */
export type SecurityEvent = SecurityFact & {
  /** `person` needs an `actorId`. */
  readonly by: ActorKind;
  readonly actorId?: string | undefined;
  readonly userId?: string | undefined;
  readonly teamId?: string | undefined;
  readonly patientId?: string | undefined;
  readonly emailMark?: string | undefined;
  readonly origin?: SecurityOrigin | undefined;
  /** A second event with the same id writes nothing. */
  readonly sourceId?: string | undefined;
  /** When it was; now by default. */
  readonly at?: Date | undefined;
};

type Db = Pick<Pool | PoolClient, 'query'>;

/** @throws ZodError when the data is not that of the kind; the database's error, when nothing was written */
export async function recordSecurityEvent(db: Db, event: SecurityEvent): Promise<void> {
  await db.query(
    'select accounts.record_security($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    parametersOf(event),
  );
}

function parametersOf(event: SecurityEvent): unknown[] {
  const { kind, by, actorId, userId, teamId, patientId, emailMark, origin, sourceId, at } = event;
  return [
    kind,
    by,
    actorId ?? null,
    userId ?? null,
    teamId ?? null,
    patientId ?? null,
    emailMark ?? null,
    origin?.address ?? null,
    origin?.device ?? null,
    origin?.sessionId ?? null,
    JSON.stringify(securityKinds[kind].data.parse(event.data)),
    sourceId ?? null,
    at ?? null,
  ];
}

/**
 * For a statement that changes accounts: the line of a person who did it to their own.
 * @param row the alias of a row with `user_id`
 * @param origin SQL of the session's id, or {@link sessionRow} for a row of sessions
 * @param data SQL of a jsonb
 */
export const personLine = (kind: SecurityKind, row: string, origin: string, data = `'{}'::jsonb`): string => {
  const isOfRow = origin === sessionRow;
  const [address, device, session] = isOfRow ? [`${row}.address`, `${row}.device`, 'null'] : ['null', 'null', origin];
  return /* sql */ `accounts.record_security('${kind}', 'person', ${row}.user_id, null, null, null, null, ${address},
    ${device}, ${session}::uuid, ${data}, null, null)`;
};
/** Columns of a session, for a statement that begins, unlocks or ends it. */
export const sessionRow = 'session_id, user_id, address, device';

/** Remembers where a command comes from whose event the follower writes a line from. */
export async function keepCommandOrigin(db: Db, commandId: string, origin: SecurityOrigin): Promise<void> {
  await db.query(
    `insert into accounts.command_origin (command_id, address, device)
     values ($1, coalesce($2, (select address from accounts.session where session_id = $4)),
       coalesce($3, (select device from accounts.session where session_id = $4)))
     on conflict (command_id) do nothing`,
    [commandId, origin.address ?? null, origin.device ?? null, origin.sessionId ?? null],
  );
}

const ORIGINS_KEPT_HOURS = 24;

export async function originOfCommand(db: Db, commandId: string): Promise<SecurityOrigin | undefined> {
  const { rows } = await db.query<{ address: string | null; device: string | null }>(
    'select address, device from accounts.command_origin where command_id = $1',
    [commandId],
  );
  return rows[0] && { address: rows[0].address ?? undefined, device: rows[0].device ?? undefined };
}

export async function removeOldOrigins(db: Db): Promise<void> {
  await db.query('delete from accounts.command_origin where at < now() - make_interval(hours => $1)', [
    ORIGINS_KEPT_HOURS,
  ]);
}
