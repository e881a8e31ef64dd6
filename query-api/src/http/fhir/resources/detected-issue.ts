/** Medication errors: the entries of reviews that are not "No error", with the recommendation and what came of it. */
import type { DetectedIssue, Medication } from 'fhir/r4.js';
import { plainText } from 'language/contract/plain-text';
import { responses, severities } from 'language/domain/values/codes';
import { isError } from '../../reports/is-error.ts';
import { day, personName } from '../../rows.ts';
import {
  atcOf,
  beginOf,
  chartColumns,
  drugConcept,
  encounterReference,
  endOf,
  type Kind,
  metaOf,
  ofCharts,
  ownSystem,
  patientReference,
  type ResourceRow,
  staffReference,
  withText,
} from '../kind.ts';
import { forAll, ofEncounter, ofPatient } from '../search.ts';

interface IssueRow extends ResourceRow {
  readonly type: string;
  readonly type_label: string;
  readonly drug: string;
  readonly drug_label: string;
  readonly atc: string | null;
  readonly note: string;
  readonly response: number | null;
  readonly severity: string | null;
  readonly pcne: readonly string[];
  readonly identified: string;
  readonly author_id: string;
  readonly author: string;
}

/**
 * R4 has three words: high "may be life-threatening or has the potential to cause permanent injury", moderate "noticeable
 * adverse consequences". NCC MERP: A to D no harm, E and F temporary harm, G to I permanent harm, near death, death.
 */
const severityOf = (letter: string): 'low' | 'moderate' | 'high' =>
  letter <= 'D' ? 'low' : letter <= 'F' ? 'moderate' : 'high';

export const detectedIssues: Kind<IssueRow> = {
  type: 'DetectedIssue',
  parameters: { ...forAll, ...ofPatient, ...ofEncounter('encounter'), identified: { as: 'period' } },
  rows: /* sql */ `
    select ${chartColumns}, e.entry_id as id, e.err_type as type, e.err_type_label as type_label, e.err_drug as drug,
           e.err_drug_label as drug_label, ${atcOf('e.err_drug')} as atc, e.err_note as note, e.err_res as response,
           e.err_severity as severity, to_jsonb(e.pcne) as pcne, ${day('e.review_date')} as identified,
           ${beginOf('e.review_date')} as from_at, ${endOf('e.review_date')} as to_at, r.author_id,
           ${personName('u')} as author, e.version::text
    ${ofCharts}
    join review_entry e on e.admission_id = a.admission_id
    join review r on r.review_id = e.review_id
    left join app_user u on u.user_id = r.author_id
    where a.team_id = any ($1) and ${isError('e.err_type')}`,
  resourceOf(row, base): DetectedIssue {
    const severity = severities.find(({ code }) => code === row.severity);
    const response = responses.find(({ code }) => code === row.response);
    const drug: Medication = {
      resourceType: 'Medication',
      id: 'drug',
      code: drugConcept(row.drug_label, row.drug, row.atc, base),
    };
    return {
      resourceType: 'DetectedIssue',
      id: row.id,
      meta: metaOf(row),
      contained: [drug],
      status: 'final',
      code: {
        coding: [
          { system: ownSystem(base, 'error-type'), code: row.type, display: row.type_label },
          ...row.pcne.map((code) => ({ system: ownSystem(base, 'pcne-9.1'), code })),
        ],
        text: row.type_label,
      },
      ...(severity && { severity: severityOf(severity.code) }),
      patient: patientReference(row),
      identifiedDateTime: row.identified,
      author: staffReference(row.author_id, row.author, base),
      implicated: [{ reference: '#drug' }],
      evidence: [
        {
          ...(severity && {
            code: [{ coding: [{ system: ownSystem(base, 'ncc-merp'), code: severity.code, display: severity.label }] }],
          }),
          detail: [encounterReference(row)],
        },
      ],
      ...withText('detail', plainText(row.note, 'struck')),
      ...(response && {
        mitigation: [
          {
            action: {
              coding: [{ system: ownSystem(base, 'response'), code: String(response.code), display: response.label }],
            },
          },
        ],
      }),
    };
  },
};
