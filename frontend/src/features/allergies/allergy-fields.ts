/** The fields of the allergy form: strings only, as a flat form holds them. */
import type { CorrectAllergy, RecordAllergy } from 'language/contract/bodies/patients';
import type { Body } from 'language/contract/calls/call';
import type { Allergy, Tag, TradeLabelRow } from 'language/contract/entities';
import { allergyFields as described } from 'language/domain/patient/fields';
import { allergyCertainties, allergySeverities, allergySources } from 'language/domain/values/codes';
import { groupsOf } from 'language/domain/values/record-fields';
import { textsOf } from '../../editing/flat-fields.ts';
import { createVersionReader, type FieldGroups } from '../../editing/merge.ts';
import { translate } from '../../platform/language/language.ts';
import { memoizeByObject, type Choice } from '../../platform/text/search.ts';

export type AllergyTexts = Readonly<Record<keyof typeof described, string>>;
export const fieldsOf = (allergy: Partial<Allergy>): AllergyTexts => textsOf(described, allergy);
export const allergyGroups: FieldGroups<AllergyTexts> = groupsOf(described);
export const readAllergy = createVersionReader<Allergy, AllergyTexts>(['agentText', 'reaction'], fieldsOf);

const choiceOf = <Value extends string>(list: readonly Value[], text: string): Value | '' =>
  list.find((one) => one === text) ?? '';

/** The labels are the server's. */
export function changesOf({
  drugLabel: _drug,
  tagLabel: _tag,
  severity,
  certainty,
  source,
  ...texts
}: Partial<AllergyTexts>): Body<typeof CorrectAllergy> {
  return {
    ...texts,
    ...(severity === undefined ? {} : { severity: choiceOf(allergySeverities, severity) }),
    ...(certainty === undefined ? {} : { certainty: choiceOf(allergyCertainties, certainty) }),
    ...(source === undefined ? {} : { source: choiceOf(allergySources, source) }),
  };
}
export const bodyOf = (fields: AllergyTexts): Body<typeof RecordAllergy> => changesOf(fields);

/** The agent of an allergy: the other two kinds are empty. */
type AgentTexts = Pick<AllergyTexts, 'drug' | 'drugLabel' | 'tag' | 'tagLabel' | 'agentText'>;
export const noAgent: AgentTexts = { drug: '', drugLabel: '', tag: '', tagLabel: '', agentText: '' };

const TAG = 'tag:';
/** The substances, found by their trade names as well, and the classes of drugs. */
export const substanceChoices = memoizeByObject((rows: readonly TradeLabelRow[]): Choice[] => {
  const roots = new Map<string, { label: string; names: string[] }>();
  for (const { drug, drugLabel, label } of rows) {
    const root = roots.get(drug) ?? { label: drugLabel, names: [] };
    root.names.push(label);
    roots.set(drug, root);
  }
  return [...roots].map(([id, { label, names }]) => ({ id, label, detail: names.join(', ') }));
});
export const classChoices = (tags: readonly Pick<Tag, '_id' | 'label'>[]): Choice[] =>
  tags.map(({ _id, label }) => ({ id: `${TAG}${_id}`, label, detail: translate('allergies.class') }));

export const agentOf = ({ id, label }: Choice): AgentTexts =>
  id.startsWith(TAG)
    ? { ...noAgent, tag: id.slice(TAG.length), tagLabel: label }
    : { ...noAgent, drug: id, drugLabel: label };
export const chosenIn = ({ drug, drugLabel, tag, tagLabel }: AgentTexts): Choice | undefined =>
  drug !== '' ? { id: drug, label: drugLabel } : tag !== '' ? { id: `${TAG}${tag}`, label: tagLabel } : undefined;
