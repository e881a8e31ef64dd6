import type { ErrorType, Tag } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import type { Choice } from '../../platform/text/search.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { Conflict, type Difference } from '../../editing/conflict/conflict.tsx';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { contentOf, contentOfDrug, type DrugContent } from './drug-draft.ts';
import { toDecide, type DrugContext } from './drug.machine.ts';
import { drugText as text } from './messages.ts';

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

function fieldsOf({
  types,
  tags,
  roots,
}: Names): readonly { of: keyof DrugContent; show: (content: DrugContent) => ComparedValue }[] {
  const name = (all: readonly { _id: string; label: string }[], id: string) =>
    all.find(({ _id }) => _id === id)?.label ?? '…';
  return [
    { of: 'label', show: ({ label }) => ({ text: label }) },
    { of: 'tradeLabels', show: ({ tradeLabels }) => ({ shown: list(tradeLabels.map(({ label }) => label)) }) },
    {
      of: 'errTemps',
      show: ({ errTemps }) => ({
        shown:
          errTemps.length === 0
            ? '–'
            : errTemps.map((template, at) => (
                <div key={at}>
                  <em>
                    {name(types, template.errType)}, {template.isAdult ? text.adult : text.child}
                  </em>
                  <RichTextView html={template.label} />
                </div>
              )),
      }),
    },
    { of: 'tags', show: ({ tags: chosen }) => ({ shown: list(chosen.map((id) => name(tags, id))) }) },
    { of: 'tips', show: ({ tips }) => ({ text: tips }) },
    {
      of: 'compatibility',
      show: ({ compatibility }) => ({
        shown: list(
          compatibility.map(
            ({ drug, category, note }) =>
              `${roots.find(({ id }) => id === drug)?.label ?? '…'}: ${category}${note === '' ? '' : ` (${note})`}`,
          ),
        ),
      }),
    },
  ];
}

/** Only the fields that have to be decided, beside what they were before, where that is known. */
function differencesOf(context: DrugContext, names: Names): Difference[] {
  const { draft, saved, theirs } = context;
  if (!theirs) return [];
  const [mine, other] = [contentOf(draft), contentOfDrug(theirs.drug)];
  const before = saved && saved.version < theirs.drug.version ? contentOfDrug(saved) : undefined;
  const open = toDecide(context).flat();
  return fieldsOf(names)
    .filter(({ of }) => open.includes(of))
    .map(({ of, show }) => ({
      field: text.fields[of],
      yours: show(mine),
      theirs: show(other),
      ...(before ? { was: show(before) } : {}),
    }));
}

export function DrugConflict({
  context,
  names,
  onKeepMine,
  onTakeTheirs,
  onGoOn,
}: {
  context: DrugContext;
  names: Names;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onGoOn: () => void;
}) {
  return (
    <Conflict
      by={context.theirs?.by ?? ''}
      at={context.theirs?.at}
      differences={differencesOf(context, names)}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
      onGoOn={onGoOn}
    />
  );
}
