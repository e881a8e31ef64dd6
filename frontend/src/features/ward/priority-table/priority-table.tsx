/** The team's table of points (docs/product.md, "Ward board"). The admin edits it, the members read it. */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { WardBoard } from 'language/contract/handover';
import { priorityReasons } from 'language/domain/priority/reasons';
import { priorityTableLimits } from 'language/domain/priority/table';
import { severities } from 'language/domain/values/codes';
import { X } from 'lucide-react';
import { useDeferredValue, useRef, type FormEvent, type ReactNode } from 'react';
import { severityLabel } from '../../../clinical/code-labels.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { PanelSection } from '../../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../../components/screen-states.tsx';
import { touch } from '../../../components/theme/system.ts';
import { notify } from '../../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../../editing/flat-save.tsx';
import { mergedText } from '../../../editing/merged-text.ts';
import { formatList } from '../../../platform/language/format.ts';
import { translate } from '../../../platform/language/language.ts';
import { formatNumber } from '../../../platform/language/numbers.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { useUnsaved } from '../../../platform/storage/unsaved-changes.ts';
import { useToday } from '../../../platform/time/dates.ts';
import { tagsQuery } from '../../../sync/reads/catalogue.ts';
import { boardQuery, cachePriorityTable } from '../api.ts';
import { PriorityPreview } from './priority-preview.tsx';
import {
  defaultFields,
  fieldNames,
  fieldsOfTable,
  previewOf,
  readTable,
  tableGroups,
  tableIn,
  tagLists,
  tagsIn,
  thresholdNames,
  thresholds,
  type TableFields,
} from './table-fields.ts';

export default function PriorityTablePanel({ team, canEdit }: { team: string; canEdit: boolean }) {
  const t = useTranslation();
  const board = useQuery(boardQuery(team, useToday()));
  return (
    <PanelSection title={t('priority.table')} hint={t('priority.tableHint')} headSpace="3">
      <QueryBoundary query={board} skeleton={<SkeletonRows rows={6} />}>
        {(found) => (canEdit ? <TableForm team={team} board={found} /> : <TableFacts board={found} />)}
      </QueryBoundary>
    </PanelSection>
  );
}

function labelOf(name: keyof TableFields): string {
  const [group, of = ''] = name.split('.');
  if (group === 'severe') return translate('priority.severe', { letter: of });
  const reason = priorityReasons.find((one) => one === of);
  if (reason !== undefined) return translate(`priority.reasons.${reason}`);
  const other = [...thresholdNames, ...tagLists].find((one) => one === name);
  return other === undefined ? name : translate(`priority.fields.${other}`);
}
const labels = (): TableFields => Object.fromEntries(fieldNames.map((name) => [name, labelOf(name)])) as TableFields;

const style = {
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
  '& fieldset': { minWidth: '0', marginBlockEnd: '4' },
  '& legend': { fontWeight: 'semibold', marginBlockEnd: '1' },
  '& .hint': { fontSize: 'xs', color: 'fg.muted' },
  '& .number': {
    display: 'grid',
    gridTemplateColumns: '4.5rem minmax(0, 1fr)',
    columnGap: '3',
    alignItems: 'center',
    paddingBlock: '1',
  },
  '& .number b': { fontVariantNumeric: 'tabular-nums' },
  '& .letters': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  '& .letters > *': { width: '4rem' },
  '& .tags': { display: 'flex', flexWrap: 'wrap', gap: '1.5', listStyle: 'none', marginBlockEnd: '2' },
  '& .tags li': {
    display: 'inline-flex',
    alignItems: 'center',
    borderWidth: '1px',
    borderRadius: 'full',
    paddingInlineStart: '3',
    fontSize: 'sm',
  },
  '& .tags button': {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '7',
    minHeight: '7',
    cursor: 'pointer',
    [touch]: { minWidth: '44px', minHeight: '44px' },
  },
};

/** Saves the whole table. A change of another number by another person is kept. */
function TableForm({ team, board }: { team: string; board: WardBoard }) {
  const t = useTranslation();
  const { priorityTable: saved, patients, today } = board;
  const form = useFlatForm(fieldsOfTable(saved), saved.version);
  const { draft } = form;
  const of = `priority/${team}`;
  useUnsaved(form.isDirty ? t('priority.draft') : undefined);
  const sendTo = useSendTo();
  /** The whole tables of the versions that an edit may be based on: the call takes no part of a table. */
  const wholeTables = useRef(new Map<number, TableFields>());
  const saving = useFlatSave(form, {
    groups: tableGroups,
    draft: of,
    read(current) {
      const read = readTable(current);
      if (read) wholeTables.current.set(read.version, read.fields);
      return read;
    },
    send: (changed, ifVersion) =>
      sendTo(teamCalls.setPriorityTable, {
        params: { id: team },
        team,
        ifVersion,
        body: tableIn({ ...(wholeTables.current.get(ifVersion) ?? form.base.fields), ...changed }),
      }),
    onSaved: (answer, mergedWith) => {
      cachePriorityTable(team, answer);
      notify.saved(t('priority.saved'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  const number = (name: keyof TableFields, [min, max]: readonly [number, number]) => (
    <Input
      type="number"
      inputMode="numeric"
      size="sm"
      required
      min={min}
      max={max}
      value={draft[name]}
      onChange={({ target }) => form.change({ [name]: target.value })}
    />
  );
  const isDefault = fieldNames.every((name) => draft[name] === defaultFields[name]);
  return (
    <Box css={style}>
      <form aria-label={t('priority.table')} onSubmit={submit}>
        <FlatDraft form={form} of={of} what={t('priority.draft')} />
        <FormConflict saving={saving} labels={labels()} />
        <fieldset>
          <legend>{t('priority.points')}</legend>
          {priorityReasons.map((reason) => (
            <NumberField key={reason} label={t(`priority.reasons.${reason}`)} hint={t(`priority.hints.${reason}`)}>
              {number(`points.${reason}`, [0, priorityTableLimits.points])}
            </NumberField>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('priority.severeTitle')}</legend>
          <div className="letters">
            {severities.map(({ code }) => (
              <Box key={code} title={severityLabel(code)}>
                <FormField label={code}>{number(`severe.${code}`, [0, priorityTableLimits.percent])}</FormField>
              </Box>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{t('priority.thresholds')}</legend>
          {thresholdNames.map((name) => (
            <NumberField key={name} label={t(`priority.fields.${name}`)}>
              {number(name, thresholds[name])}
            </NumberField>
          ))}
        </fieldset>
        {tagLists.map((name) => (
          <TagsField
            key={name}
            label={t(`priority.fields.${name}`)}
            tags={tagsIn(draft[name])}
            onChange={(tags) => form.change({ [name]: tags.join('\n') })}
          />
        ))}
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" loading={saving.isBusy} disabled={!form.isDirty}>
            {t('priority.save')}
          </Button>
          <Button variant="outline" colorPalette="gray" disabled={isDefault} onClick={() => form.change(defaultFields)}>
            {t('priority.defaults')}
          </Button>
        </Box>
      </form>
      <Preview board={patients} draft={draft} today={today} />
    </Box>
  );
}

/** It may come a moment after what is typed. */
function Preview({ board, draft, today }: { board: WardBoard['patients']; draft: TableFields; today: string }) {
  const fields = useDeferredValue(draft);
  return <PriorityPreview list={previewOf(board, tableIn(fields), today)} />;
}

const NumberField = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control
  <label className="number">
    {children}
    <span>
      {label}
      {hint === undefined ? null : (
        <Box as="span" display="block" className="hint">
          {hint}
        </Box>
      )}
    </span>
  </label>
);

/** Tags of the catalogue by name. A tag that the catalogue does not have any more stays until it is taken out. */
function TagsField({
  label,
  tags,
  onChange,
}: {
  label: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const t = useTranslation();
  const known = useQuery(tagsQuery()).data ?? [];
  return (
    <fieldset>
      <legend>{label}</legend>
      <ul className="tags">
        {tags.map((tag) => (
          <li key={tag}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              aria-label={t('priority.removeTag', { tag })}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Select
        size="sm"
        width="auto"
        maxWidth="18rem"
        aria-label={t('priority.addTag', { list: label })}
        disabled={tags.length >= priorityTableLimits.tags}
        value=""
        onChange={(tag) => onChange([...tags, tag])}
        none={t('priority.chooseTag')}
        isNoneDisabled
        options={known.filter((one) => !tags.includes(one.label)).map((one) => [one.label, one.label])}
      />
    </fieldset>
  );
}

function TableFacts({ board: { priorityTable: table } }: { board: WardBoard }) {
  const t = useTranslation();
  return (
    <Box css={{ ...style, display: 'block' }}>
      {priorityReasons.map((reason) => (
        <div key={reason} className="number">
          <b>{formatNumber(table.points[reason])}</b>
          <span>
            {t(`priority.reasons.${reason}`)}
            <Box as="span" display="block" className="hint">
              {t(`priority.hints.${reason}`)}
            </Box>
          </span>
        </div>
      ))}
      {thresholdNames.map((name) => (
        <div key={name} className="number">
          <b>{formatNumber(table[name])}</b>
          {t(`priority.fields.${name}`)}
        </div>
      ))}
      <p>
        {t('priority.severeTitle')}{' '}
        {formatList(severities.map(({ code }) => `${code} ${formatNumber(table.severe[code])} %`))}
      </p>
      {tagLists.map((name) => (
        <p key={name}>
          {t(`priority.fields.${name}`)}: {formatList(table[name])}
        </p>
      ))}
    </Box>
  );
}
