/**
 * Repairs rows of a later snapshot than the log, or of a longer log: they speak of events that the
 * restored log does not have.
 */
import type { ClientBase } from 'pg';
import { admissionStream } from 'language/domain/admission/events';
import { userStream } from 'language/domain/user/events';
import type { LogTarget } from './log-target.ts';

/**
 * Accesses whose append the log does not have wait again. Their events get the same ids, so none comes twice. A batch
 * was appended as a whole, behind one revision.
 */
export async function accessesWaitAgain(client: ClientBase, log: Pick<LogTarget, 'headsOf'>): Promise<void> {
  const { rows } = await client.query<{ stream: string }>(
    'select distinct stream from accounts.access_note where appended_at is not null and stream is not null',
  );
  const heads = await log.headsOf(rows.map(({ stream }) => stream));
  for (const { stream } of rows)
    await client.query(
      `update accounts.access_note
       set appended_at = null, batch = null, stream = null, after_revision = null
       where appended_at is not null and stream = $1 and coalesce(after_revision, -1) >= $2`,
      [stream, String(heads.get(stream) ?? -1n)],
    );
}

/**
 * An account whose registration the log does not have is a sign-up that was not finished: the person can sign up again.
 * What they had added to it goes.
 */
export async function accountsAreUnfinished(client: ClientBase, log: Pick<LogTarget, 'headsOf'>): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'select user_id as id from accounts.credential where confirmed_at is not null',
  );
  const heads = await log.headsOf(rows.map(({ id }) => userStream(id)));
  const unknown = rows.map(({ id }) => id).filter((id) => !heads.has(userStream(id)));
  if (unknown.length === 0) return 0;
  for (const table of ['totp', 'passkey', 'recovery_code', 'device_pin', 'oidc_identity'])
    await client.query(`delete from accounts.${table} where user_id = any ($1)`, [unknown]);
  await client.query('update accounts.credential set confirmed_at = null where user_id = any ($1)', [unknown]);
  return unknown.length;
}

/**
 * An image that was moved by an event that is left out belongs to the chart and the patient of before.
 * @param leftOut the first revision of each stream that is left out
 */
export async function imagesMoveBack(client: ClientBase, leftOut: ReadonlyMap<string, bigint>): Promise<void> {
  const { rows } = await client.query<{ id: string; moves: ImageMove[] }>(
    `select image_id as id, moves from images.image where moves <> '[]'`,
  );
  for (const { id, moves } of rows) {
    const undone = moves.findIndex(
      ({ admission, revision }) =>
        BigInt(revision) >= (leftOut.get(admissionStream(admission)) ?? BigInt(revision) + 1n),
    );
    const first = moves[undone];
    if (!first) continue;
    await client.query('update images.image set admission_id = $2, patient_id = $3, moves = $4 where image_id = $1', [
      id,
      first.admission,
      first.patient,
      JSON.stringify(moves.slice(0, undone)),
    ]);
  }
}

interface ImageMove {
  readonly admission: string;
  readonly patient: string;
  readonly revision: number;
}

/**
 * Seals of events that are left out go, so that the events that will come there get seals of their own. Anchors stay, and
 * the heads that they name: a verification says that the history is not the one that they were signed for.
 * @param leftOut the first revision of each stream that is left out
 */
export async function trimSeals(client: ClientBase, leftOut: ReadonlyMap<string, bigint>): Promise<void> {
  const values = [[...leftOut.keys()], [...leftOut.values()].map(String)];
  const cut = 'unnest($1::text[], $2::bigint[]) as cut (stream, revision)';
  await client.query(
    `delete from accounts.event_seal seal using ${cut}
     where seal.stream = cut.stream and seal.revision >= cut.revision`,
    values,
  );
  await client.query(
    `delete from accounts.sealed_stream sealed using ${cut} where sealed.stream = cut.stream and cut.revision = 0`,
    values,
  );
  await client.query(
    `update accounts.sealed_stream sealed
     set revision = seal.revision, link = seal.link,
       anchored_revision = case when anchored_revision < cut.revision then anchored_revision end
     from ${cut} join accounts.event_seal seal on seal.stream = cut.stream and seal.revision = cut.revision - 1
     where sealed.stream = cut.stream and sealed.revision >= cut.revision`,
    values,
  );
}
