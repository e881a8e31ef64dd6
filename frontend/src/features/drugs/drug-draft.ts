/** The draft of a drug, what of it is sent, and how drafts are compared and merged (docs/product.md, "Drugs"). */
import type { MessageId } from '../../platform/language/language.ts';
import type { Drug } from 'language/contract/entities';
import { drugFields as described } from 'language/domain/drug/fields';
import { type PcneCode, withPcne } from 'language/domain/values/pcne';
import { groupsOf, pick } from 'language/domain/values/record-fields';
import { isBlank } from '../../platform/text/sanitize.ts';
import { hasFields, differs, type FieldGroups } from '../../editing/merge.ts';
import { isDirty, type EditorContext, type EditorFields } from '../../editing/editor-fields.ts';

export interface TradeLabel {
  _id?: string;
  label: string;
}
export interface ErrorTemplate {
  errType: string;
  isAdult: boolean;
  /** HTML. */
  label: string;
  /** PCNE codes; none in a draft of an older page. */
  pcne?: PcneCode[];
}
export interface Compatibility {
  drug: string;
  category: string;
  note: string;
}
/** The content that is sent and compared: the draft without the keys of its rows. */
export interface DrugContent {
  label: string;
  tradeLabels: TradeLabel[];
  errTemps: ErrorTemplate[];
  /** Tag ids. */
  tags: string[];
  tips: string;
  compatibility: Compatibility[];
}
/** A row of the form keeps its key when its text or its place changes. */
export type Row<T> = T & { key: string };
export interface DrugDraft extends Pick<DrugContent, 'label' | 'tags' | 'tips'> {
  tradeLabels: Row<TradeLabel>[];
  errTemps: Row<ErrorTemplate>[];
  compatibility: Row<Compatibility>[];
}

let rows = 0;
export const newRow = <T extends object>(row: T): Row<T> => ({ ...row, key: `row-${(rows += 1)}` });

export const blankTradeLabel = (): Row<TradeLabel> => newRow({ label: '' });
export const blankTemplate = (): Row<ErrorTemplate> => newRow({ errType: '', isAdult: true, label: '' });
export const blankCompatibility = (): Row<Compatibility> => newRow({ drug: '', category: '', note: '' });

export const draftOf = ({ label, tradeLabels, errTemps, tags, tips, compatibility }: DrugContent): DrugDraft => ({
  label,
  tags,
  tips,
  tradeLabels: tradeLabels.length === 0 ? [blankTradeLabel()] : tradeLabels.map(newRow),
  errTemps: errTemps.map(newRow),
  compatibility: compatibility.map(newRow),
});
export const blankDrug = (): DrugDraft =>
  draftOf({ label: '', tradeLabels: [], errTemps: [], tags: [], tips: '', compatibility: [] });

/** The content of a draft: texts trimmed, empty rows left out. */
export const contentOf = (draft: DrugContent | DrugDraft): DrugContent => ({
  label: draft.label.trim(),
  tradeLabels: draft.tradeLabels
    .map(({ _id, label }) => ({ ...(_id === undefined ? {} : { _id }), label: label.trim() }))
    .filter(({ label }) => label !== ''),
  errTemps: draft.errTemps
    .map(({ errType, isAdult, label, pcne }) => ({ errType, isAdult, label, ...withPcne(pcne) }))
    .filter(({ label }) => !isBlank(label)),
  tags: [...draft.tags],
  tips: draft.tips.trim(),
  compatibility: draft.compatibility
    .map(({ drug, category, note }) => ({ drug, category: category.trim(), note: note.trim() }))
    .filter(({ drug, category, note }) => drug + category + note !== ''),
});
const savedContent = (drug: Drug): DrugContent => contentOf(pick(described, drug));

/** By field, or by the key of a row. */
export type DrugProblems = Readonly<Record<string, DrugProblem>>;
type DrugProblem = Extract<MessageId, `drug.problems.${string}`>;
/** The parts that are missing before the server can take it: by field, or by the key of a row. */
export function missingIn({ label, tradeLabels, errTemps, compatibility }: DrugDraft): DrugProblems {
  const missing: Record<string, DrugProblem> = {};
  if (label.trim() === '') missing['label'] = 'drug.problems.label';
  const first = tradeLabels[0];
  if (first && tradeLabels.every((row) => row.label.trim() === '')) missing[first.key] = 'drug.problems.tradeLabels';
  const seen = new Set<string>();
  for (const row of tradeLabels) {
    const name = row.label.trim().toLowerCase();
    if (name !== '' && seen.has(name)) missing[row.key] = 'drug.problems.twice';
    seen.add(name);
  }
  for (const row of errTemps) {
    const blank = isBlank(row.label);
    if (blank !== (row.errType === '')) missing[row.key] = blank ? 'drug.problems.note' : 'drug.problems.errType';
  }
  for (const row of compatibility) {
    if (row.drug + row.category.trim() + row.note.trim() === '') continue;
    if (row.drug === '') missing[row.key] = 'drug.problems.otherDrug';
    else if (row.category.trim() === '') missing[row.key] = 'drug.problems.category';
  }
  return missing;
}

const groups: FieldGroups<DrugContent> = groupsOf(described);
const blankContent = contentOf(blankDrug());
export const drugFields: EditorFields<Drug, DrugDraft, DrugContent> = {
  groups,
  savedContent,
  draftContent: contentOf,
  toDraft: draftOf,
  isBlank: (draft) => !differs(groups, blankContent, contentOf(draft)),
  isComplete: (draft) => Object.keys(missingIn(draft)).length === 0,
  read: (current) => (hasFields<Drug>(current, ['_id', 'label', 'tradeLabels', 'version']) ? current : undefined),
  isKeptOpen: true,
};
export type DrugEditorContext = EditorContext<Drug, DrugDraft>;
export const isDrugDirty = (context: DrugEditorContext): boolean => isDirty(drugFields, context);
export const initialDraft = (drug: Drug | undefined): DrugDraft => (drug ? draftOf(savedContent(drug)) : blankDrug());

const isText = (value: unknown): value is string => typeof value === 'string';
const hasTexts = (value: unknown, fields: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => isText((value as Record<string, unknown>)[field]));
const isListOf = (value: unknown, fields: readonly string[]): boolean =>
  Array.isArray(value) && value.every((row) => hasTexts(row, fields));
/** True if a stored draft can be shown in the form. */
export const isDrugDraft = (value: unknown): value is DrugDraft =>
  hasTexts(value, ['label', 'tips']) &&
  typeof value === 'object' &&
  value !== null &&
  'tradeLabels' in value &&
  isListOf(value.tradeLabels, ['key', 'label']) &&
  'errTemps' in value &&
  isListOf(value.errTemps, ['key', 'errType', 'label']) &&
  'tags' in value &&
  Array.isArray(value.tags) &&
  value.tags.every(isText) &&
  'compatibility' in value &&
  isListOf(value.compatibility, ['key', 'drug', 'category', 'note']);
