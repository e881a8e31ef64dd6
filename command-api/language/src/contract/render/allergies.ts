/** Renders the allergies of a person in the contract's shape, from the log or from the rows of the query API. */
import { allergyFields } from '../../domain/patient/fields.ts';
import { agentName, allergyStateOf, isSameAgent } from '../../domain/patient/allergy-agent.ts';
import type { ListedAllergy } from '../../domain/patient/allergy-list.ts';
import type { RegisteredPatient } from '../../domain/patient/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import type * as contract from '../entities.ts';
import { type People, personOf } from './people.ts';

/** The list of one patient: a person has several after merges, the patient who stays first. */
export interface AllergyRecord extends Pick<contract.AllergyList, 'list' | 'confirmed' | 'version'> {
  readonly patient: string;
}

export const renderAllergy = ({ allergyId, touch, ...allergy }: ListedAllergy): contract.Allergy => ({
  _id: allergyId,
  ...pick(allergyFields, allergy),
  version: revisionToJson(touch.version),
});

export async function allergyRecordOf(
  people: People,
  patient: string,
  { allergies: { list, touch, confirmed } }: RegisteredPatient,
): Promise<AllergyRecord> {
  return {
    patient,
    list: list.map(renderAllergy),
    ...(confirmed && {
      confirmed: {
        at: confirmed.at,
        byName: (await personOf(people, confirmed.by)).name,
        isOfStay: confirmed.isOfStay,
      },
    }),
    version: revisionToJson(touch?.version ?? 0n),
  };
}

/** @param id of the patient who stays */
export function allergyListOf(id: string, records: readonly AllergyRecord[]): contract.AllergyList {
  const own = records.find(({ patient }) => patient === id);
  const all = records.flatMap(({ patient, list }) =>
    list.map((allergy) => (patient === id ? allergy : { ...allergy, from: patient })),
  );
  return {
    state: stateOf(records),
    list: all.map((one) => (all.some((other) => isAtOdds(one, other)) ? { ...one, differs: true } : one)),
    ...(own?.confirmed && { confirmed: own.confirmed }),
    ...(all.length > 0 && records.some(isNoneKnown) ? { isContradicted: true } : {}),
    version: own?.version ?? 0,
  };
}

export const allergyBriefOf = (records: readonly AllergyRecord[]): contract.AllergyBrief => ({
  state: stateOf(records),
  list: records.flatMap(({ list }) =>
    list.map((allergy) => ({ name: agentName(allergy), reaction: allergy.reaction, severity: allergy.severity })),
  ),
});

const stateOf = (records: readonly AllergyRecord[]): contract.AllergyList['state'] =>
  allergyStateOf(
    records.reduce((total, { list }) => total + list.length, 0),
    records.some(({ confirmed }) => confirmed !== undefined),
  );

const isNoneKnown = ({ list, confirmed }: AllergyRecord): boolean => list.length === 0 && confirmed !== undefined;

const isAtOdds = (one: contract.Allergy, other: contract.Allergy): boolean =>
  one.from !== other.from && isSameAgent(one, other) && one.severity !== other.severity;
