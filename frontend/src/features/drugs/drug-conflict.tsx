import type { ErrorType, Tag } from 'language/contract/entities';
import type { ReactNode } from 'react';
import type { Choice } from '../../platform/text/search.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { categoryText } from '../../clinical/compatibility-category.ts';
import { EditorConflict, type ComparedField } from '../../editing/conflict.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { drugFields, type DrugContent } from './drug-draft.ts';
import type { DrugEditor } from './drug-editor.ts';
import { PcneCodes } from '../../clinical/pcne-choice.tsx';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { translate } from '../../platform/language/language.ts';

export interface Names {
  types: readonly ErrorType[];
  tags: readonly Tag[];
  roots: readonly Choice[];
}

const list = (items: readonly string[]): ReactNode =>
  items.length === 0 ? (
    '–'
  ) : (
    <ul style={{ listStyle: 'none' }}>
      {items.map((item, at) => (
        <li key={`${at}:${item}`}>
          <ClinicalName>{item}</ClinicalName>
        </li>
      ))}
    </ul>
  );

function rowsOf({ types, tags, roots }: Names): readonly ComparedField<DrugContent>[] {
  const name = (all: readonly { _id: string; label: string }[], id: string) =>
    all.find(({ _id }) => _id === id)?.label ?? '…';
  return [
    { label: translate('drug.fields.label'), of: ['label'], show: ({ label }) => ({ text: label }) },
    {
      label: translate('drug.fields.tradeLabels'),
      of: ['tradeLabels'],
      show: ({ tradeLabels }) => ({ shown: list(tradeLabels.map(({ label }) => label)) }),
    },
    {
      label: translate('drug.fields.errTemps'),
      of: ['errTemps'],
      show: ({ errTemps }) => ({
        shown:
          errTemps.length === 0
            ? '–'
            : errTemps.map((template, at) => (
                <div key={at}>
                  <em>
                    {errorTypeLabel(template.errType, name(types, template.errType))},{' '}
                    {template.isAdult ? translate('drug.adult') : translate('drug.child')}
                  </em>
                  <RichTextView html={template.label} />
                  <PcneCodes codes={template.pcne} />
                </div>
              )),
      }),
    },
    {
      label: translate('drug.fields.tags'),
      of: ['tags'],
      show: ({ tags: chosen }) => ({ shown: list(chosen.map((id) => name(tags, id))) }),
    },
    { label: translate('drug.fields.tips'), of: ['tips'], show: ({ tips }) => ({ text: tips }) },
    {
      label: translate('drug.fields.compatibility'),
      of: ['compatibility'],
      show: ({ compatibility }) => ({
        shown: list(
          compatibility.map(
            ({ drug, category, note }) =>
              `${roots.find(({ id }) => id === drug)?.label ?? '…'}: ${categoryText(category)}${note === '' ? '' : ` (${note})`}`,
          ),
        ),
      }),
    },
  ];
}

/** A colleague's change of the drug that this person edits. */
export const DrugConflict = ({ editor, names }: { editor: DrugEditor; names: Names }) => (
  <EditorConflict editor={editor} fields={drugFields} rows={rowsOf(names)} />
);
