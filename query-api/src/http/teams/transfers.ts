/**
 * Transfers of a team: the teams that it may offer a patient to, what is offered to it, and its own stays that ended by a
 * transfer (docs/decisions/write-side/transfers.md).
 */
import * as transferCalls from 'language/contract/calls/transfers';
import type {
  IncomingTransfer,
  IncomingTransfers,
  ReceivingTeam,
  ReceivingTeams,
  TransferredStay,
  TransferredStays,
} from 'language/contract/transfers';
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { revisionToJson } from 'language/domain/values/revision';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { knownPatient, leftPatients } from '../patients/left-patients.ts';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { patientOpened, patientsListed, readableTeam } from '../readable-team.ts';
import { day, personName, utc } from '../rows.ts';

/** $1 team. Names only: of teams that have agreed to it. */
const receivingTeams = /* sql */ `
select team_id as "_id", name from team where receives_transfers and team_id <> $1 order by name, team_id`;

/** $1 team. The oldest offer first. A discharge has ended an offer that is still there for a moment. */
const offersTo = /* sql */ `
select o.offer_id as offer, o.admission_id as admission, t.name as "fromTeamName", ${identityColumns('p')},
       a.working_diagnosis as "workingDiagnosis", a.room, a.bed, o.note,
       ${personName('u')} as "offeredByName",
       ${utc('o.offered_at')} as "offeredAt",
       to_char(coalesce((
         select max(s.transfer_date) from transferred_stay s where s.admission_id = a.admission_id
       ), a.admission_date), 'YYYY-MM-DD') as "earliestDate",
       o.from_team_id, o.patient_id
from transfer_offer o
join admission a on a.admission_id = o.admission_id
join team t on t.team_id = o.from_team_id
${leftJoinSurvivor('p', 'o.patient_id')}
left join app_user u on u.user_id = o.offered_by
where o.to_team_id = $1 and o.declined_at is null and a.discharge_date is null
order by o.offered_at, o.admission_id`;

/**
 * $1 team · $2 rows of a page · $3 rows to skip. Without an admission that has come back, and without an erased patient;
 * the patient is as the team knows them.
 */
const transferredFrom = /* sql */ `
with stay as materialized (
  select distinct on (s.admission_id) s.*
  from transferred_stay s
  join admission a on a.admission_id = s.admission_id and a.team_id <> $1
  where s.team_id = $1
  order by s.admission_id, s.revision desc
), page as (
  select * from stay order by at desc, admission_id limit $2 offset $3
)
select total.found, page.admission_id as admission, coalesce(p.patient_id, page.patient_id) as patient, ${identityColumns('p')},
       ${day('page.start_date')} as "startDate", ${day('page.transfer_date')} as "transferDate",
       coalesce(t.name, '') as "toTeamName",
       ${utc('page.at')} as at, page.revision::text as transfer
from (select count(*)::int as found from stay) total
left join page on true
left join team t on t.team_id = page.to_team_id
${leftJoinSurvivor('known', 'page.patient_id')}
left join ${leftPatients((team) => `${team} = $1`)} gone on gone.id = page.patient_id
${knownPatient('p', { now: 'known', gone: 'gone' })}
order by page.at desc, page.admission_id`;

type OfferRow = IncomingTransfer & { readonly from_team_id: string; readonly patient_id: string };
type StayRow = { readonly found: number } & (
  | (Omit<TransferredStay, 'revision'> & { readonly transfer: string })
  | { readonly admission: null }
);

export const transferRoutes = [
  read(transferCalls.listReceivingTeams, {
    input: z.object({ teamId: Id }),
    from: () => ['team-'],
    async answer(request): Promise<ReceivingTeams> {
      const team = await readableTeam(request, 'team', request.input.teamId);
      return { teams: (await request.db.query<ReceivingTeam>(receivingTeams, [team])).rows };
    },
  }),
  /** Recorded in the access log of the team that offers: the patient is still theirs. */
  read(transferCalls.listIncomingTransfers, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['admission-', 'patient-', 'user-', teamStream(teamId)],
    async answer(request): Promise<IncomingTransfers> {
      const team = await readableTeam(request, 'team', request.input.teamId);
      const { rows } = await request.db.query<OfferRow>(offersTo, [team]);
      for (const row of rows) request.accessed(patientOpened(row.from_team_id, row.patient_id));
      return { team, incoming: rows.map(({ from_team_id: _team, patient_id: _patient, ...offer }) => offer) };
    },
  }),
  read(transferCalls.listTransferredStays, {
    input: z.object({ teamId: Id, pageNumber: PageNumber }),
    from: ({ teamId }) => ['admission-', 'patient-', teamStream(teamId)],
    async answer(request): Promise<TransferredStays> {
      const { db, input } = request;
      const team = await readableTeam(request, 'team', input.teamId);
      const { rows } = await db.query<StayRow>(transferredFrom, [team, limits.pageSize, rowsBefore(input.pageNumber)]);
      const total = rows[0]?.found ?? 0;
      request.accessed(patientsListed(team, 'transferred', total));
      return {
        team,
        transferred: rows.flatMap((row) => (row.admission === null ? [] : [stayOf(row)])),
        ...pageOf(input.pageNumber, total),
      };
    },
  }),
];

const stayOf = ({
  found: _found,
  transfer,
  ...stay
}: Exclude<StayRow, { readonly admission: null }>): TransferredStay => ({
  ...stay,
  revision: revisionToJson(BigInt(transfer) - 1n),
});
