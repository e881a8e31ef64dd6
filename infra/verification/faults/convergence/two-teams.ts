/**
 * The promises of a transfer and an erasure, from the events: one team has the chart, the other reads its own past of it
 * and nothing else, the patient has followed, and an agreed erasure has ended all.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ChartAsOf } from 'language/contract/history';
import type { IncomingTransfers } from 'language/contract/transfers';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Product } from '../../test/product.ts';
import { get, isGone } from './calls.ts';
import { differingFromLog, isErased } from './compare.ts';
import type { Member, TestAdmission, TestTeam } from './test-team.ts';
import { type Part, parts, pathOf, type View } from './view.ts';

type Logs = ReadonlyMap<string, readonly StoredEvent[]>;

/** A person of each team, the first team first. */
export const onePersonOfEach = ({ members: [first], others: [other] }: TestTeam): readonly [Member, Member] => {
  if (!first || !other) throw new RangeError('A team has no members');
  return [first, other];
};

/** The server's answers to this person; nothing of a chart that is not there for them. */
export async function serverView({ url }: Product, { token }: Member, admission: string): Promise<View> {
  const view: Partial<Record<Part, unknown>> = {};
  for (const part of parts) {
    const answer = await get(url, token, pathOf(part, admission));
    if (answer.status !== 200 && !isGone(answer)) throw new Error(`${part} of ${admission}: ${answer.status}`);
    view[part] = answer.status === 200 ? answer.body : undefined;
  }
  return view as View;
}

/** The teams that a chart has belonged to, oldest first, each with the revision of the event that ended its stay. */
function staysIn(events: readonly StoredEvent[], first: string): { team: string; endedBy?: bigint }[] {
  const stays: { team: string; endedBy?: bigint }[] = [{ team: first }];
  for (const { type, data, revision } of events)
    if (type === 'TransferAccepted') {
      stays[stays.length - 1] = { team: stays.at(-1)?.team ?? first, endedBy: revision };
      stays.push({ team: (data as { toTeamId: string }).toTeamId });
    }
  return stays;
}

/** The open offers to a team. */
const openOffersTo = (team: string, logs: Logs): string[] =>
  [...logs.values()].flatMap((events) => {
    const last = isErased(events) ? undefined : events.findLast(({ type }) => type.startsWith('Transfer'));
    const { toTeamId, offerId } = (last?.data ?? {}) as { toTeamId?: string; offerId?: string };
    return last?.type === 'TransferOffered' && toTeamId === team && offerId !== undefined ? [offerId] : [];
  });

/** @param logs of the admissions and their patients @returns sentences */
export async function teamDifferences(product: Product, team: TestTeam, logs: Logs): Promise<string[]> {
  const found: string[] = [];
  const people = onePersonOfEach(team);
  for (const admission of team.admissions) {
    const events = logs.get(`admission-${admission.id}`) ?? [];
    const stays = staysIn(events, team.id);
    const owner = stays.at(-1)?.team;
    for (const person of people) {
      const view = await serverView(product, person, admission.id);
      if (person.team === owner) {
        const wrong = await differingFromLog(admission.id, view, events);
        found.push(...wrong.map((where) => `The server and the log differ in ${admission.id}: ${where}`));
        continue;
      }
      const wrong = parts.filter((part) => view[part] !== undefined);
      found.push(...wrong.map((part) => `The other team reads ${part} of ${admission.id}`));
      found.push(...(await pastDifferences(product, person, admission, { events, stays })));
    }
    found.push(...(await patientDifferences(product, team, admission, logs)));
  }
  for (const { team: id = '', token } of people) {
    const { incoming } = (await get(product.url, token, `/api/transfers/${id}/incoming`)).body as IncomingTransfers;
    const shown = incoming.map(({ offer }) => offer).toSorted();
    const open = openOffersTo(id, logs).toSorted();
    if (!isDeepStrictEqual(shown, open))
      found.push(`The open offers to a team are ${shown.length} for the server, ${open.length} in the log`);
  }
  return found;
}

/** A team that has transferred the chart reads it up to the end of its last stay. */
async function pastDifferences(
  { url }: Product,
  { token, team }: Member,
  { id }: TestAdmission,
  { events, stays }: { events: readonly StoredEvent[]; stays: ReturnType<typeof staysIn> },
): Promise<string[]> {
  const endedBy = stays.findLast((stay) => stay.team === team)?.endedBy;
  const at = async (revision: bigint) => get(url, token, `/api/history/admissions/${id}?at=${revision}`);
  if (endedBy === undefined)
    return (await at(0n)).status === 404 ? [] : [`A team that never had ${id} is answered about its past`];
  const found: string[] = [];
  const [past, later] = [await at(endedBy - 1n), await at(endedBy)];
  if (later.status === 200) found.push(`The team before reads ${id} after its stay`);
  if (isErased(events)) return past.status === 200 ? [...found, `The past of the erased ${id} is read`] : found;
  if (past.status !== 200) return [...found, `The team before does not read its past of ${id}: ${past.status}`];
  const { admission: details, reviews, notes, medications } = past.body as ChartAsOf;
  const view = { details, reviews, notes, medications } as unknown as View;
  const wrong = await differingFromLog(id, view, events.slice(0, Number(endedBy)));
  return [...found, ...wrong.map((where) => `The past of the team before and the log differ in ${id}: ${where}`)];
}

/** The patient is in the team of the admission, or erased with it. */
async function patientDifferences(
  { url }: Product,
  team: TestTeam,
  { id, patient }: TestAdmission,
  logs: Logs,
): Promise<string[]> {
  const [events, ofPatient] = [logs.get(`admission-${id}`) ?? [], logs.get(`patient-${patient}`) ?? []];
  const isAgreed = ofPatient.some(({ type }) => type === 'PatientErasureAgreed');
  if (isAgreed !== isErased(events) || isAgreed !== (ofPatient.at(-1)?.type === 'PatientDeleted'))
    return [`The erasure of ${patient} was done by half`];
  const owner = isAgreed ? undefined : staysIn(events, team.id).at(-1)?.team;
  const moved = ofPatient.findLast(({ type }) => type === 'PatientTransferred');
  const { toTeamId: itsTeam = team.id } = (moved?.data ?? {}) as { toTeamId?: string };
  const found = owner === undefined || itsTeam === owner ? [] : [`The patient of ${id} has not followed`];
  for (const { team: one, token } of onePersonOfEach(team)) {
    const { status } = await get(url, token, `/api/patients/${patient}`);
    if ((status === 200) !== (one === owner)) found.push(`The page of the patient of ${id}: ${status}`);
  }
  return found;
}
