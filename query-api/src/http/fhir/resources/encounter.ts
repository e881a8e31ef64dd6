/** Admissions. */
import type { Encounter } from 'fhir/r4.js';
import { dischargeStatuses } from 'language/domain/values/codes';
import { day } from '../../rows.ts';
import {
  beginOf,
  chartColumns,
  endOf,
  hl7Code,
  type Kind,
  metaOf,
  ofCharts,
  ownSystem,
  patientReference,
  type ResourceRow,
  teamReference,
} from '../kind.ts';
import { forAll, ofPatient } from '../search.ts';

interface EncounterRow extends ResourceRow {
  readonly admitted: string;
  readonly discharged: string | null;
  readonly status: number | null;
  readonly room: string;
  readonly bed: string;
  readonly consultant: string;
  readonly diagnosis: string;
}

/** Home, against advice, died. A transfer may be within the hospital: it is "other", beside the product's own code. */
const dispositions: Readonly<Record<number, string>> = { 0: 'home', 4: 'aadvice', 5: 'exp' };

export const encounters: Kind<EncounterRow> = {
  type: 'Encounter',
  parameters: { ...forAll, ...ofPatient, date: { as: 'period' } },
  rows: /* sql */ `
    select ${chartColumns}, a.admission_id as id, ${beginOf('a.admission_date')} as from_at,
           ${endOf('a.discharge_date')} as to_at, ${day('a.admission_date')} as admitted,
           ${day('a.discharge_date')} as discharged, a.discharge_status as status, a.room, a.bed, a.consultant,
           a.working_diagnosis as diagnosis, a.version::text
    ${ofCharts}
    where a.team_id = any ($1)`,
  resourceOf(row, base): Encounter {
    const place = [row.room, row.bed].filter((part) => part !== '').join(', ');
    const status = dischargeStatuses.find(({ code }) => code === row.status);
    return {
      resourceType: 'Encounter',
      id: row.id,
      meta: metaOf(row),
      status: row.discharged === null ? 'in-progress' : 'finished',
      class: { ...hl7Code('v3-ActCode', 'IMP'), display: 'inpatient encounter' },
      subject: patientReference(row),
      ...(row.consultant !== '' && { participant: [{ individual: { display: row.consultant } }] }),
      period: { start: row.admitted, ...(row.discharged !== null && { end: row.discharged }) },
      ...(row.diagnosis !== '' && { reasonCode: [{ text: row.diagnosis }] }),
      ...(status && {
        hospitalization: {
          dischargeDisposition: {
            coding: [
              hl7Code('discharge-disposition', dispositions[status.code] ?? 'oth'),
              { system: ownSystem(base, 'discharge-status'), code: String(status.code), display: status.label },
            ],
          },
        },
      }),
      ...(place !== '' && { location: [{ location: { display: place } }] }),
      serviceProvider: teamReference(row, base),
    };
  },
};
