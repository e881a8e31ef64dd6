/** Inpatients in one bed (docs/product.md, "Care details"). Two people share a bed; one with two admissions does not. */
import type { BedNeighbour } from 'language/contract/entities';
import { foldPlace } from 'language/domain/values/folding';
import type { Pool } from 'pg';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';

interface Placed {
  readonly room: string;
  readonly bed: string;
}

/** The same text for the same bed; undefined without a bed. */
const bedOf = ({ room, bed }: Placed): string | undefined =>
  foldPlace(bed) === '' ? undefined : JSON.stringify([foldPlace(room), foldPlace(bed)]);

/** The beds of a team that several of its inpatients have. @param patients with the id of the patient who stays */
export function sharedBeds(patients: readonly (Placed & { readonly _id: string })[]): (place: Placed) => boolean {
  const people = new Map<string, Set<string>>();
  for (const patient of patients) {
    const bed = bedOf(patient);
    if (bed !== undefined) people.set(bed, (people.get(bed) ?? new Set()).add(patient._id));
  }
  return (place) => (people.get(bedOf(place) ?? '')?.size ?? 0) > 1;
}

/** $1 team. The inpatients with a bed, by name. */
const inBeds = /* sql */ `
select a.room, a.bed, p.patient_id as "_id", a.admission_id as admission, p.first_name as "firstName",
       p.middle_name as "middleName", p.last_name as "lastName", p.fourth_name as "fourthName"
from admission a
${leftJoinSurvivor('p', 'a.patient_id')}
where a.team_id = $1 and a.discharge_date is null and a.bed <> '' and p.patient_id is not null
order by p.first_key, a.admission_id`;

/** The other inpatients in the bed of an admission. @param patient who stays */
export async function bedNeighbours(
  db: Pick<Pool, 'query'>,
  { team, patient, dischargeDate, ...place }: Placed & { team: string; patient: string; dischargeDate: string | null },
): Promise<BedNeighbour[]> {
  const bed = bedOf(place);
  if (bed === undefined || dischargeDate !== null) return [];
  const { rows } = await db.query<Placed & BedNeighbour & { _id: string }>(inBeds, [team]);
  return rows
    .filter((row) => row._id !== patient && bedOf(row) === bed)
    .map(({ _id, room: _room, bed: _bed, ...neighbour }) => neighbour);
}
