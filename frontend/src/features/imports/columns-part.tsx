import * as importCalls from 'language/contract/calls/imports';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import {
  type DateOrder,
  encodings,
  fieldsOf,
  type ImportKind,
  type ImportSource,
  separators,
  type TableFile,
} from 'language/contract/imports';
import { limits } from 'language/domain/values/codes';
import { useState } from 'react';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';
import type { Reading } from './api.ts';
import { columnName, type Columns, datesOf, headingsOf, type Orders } from './columns.ts';
import { fieldLabel } from './words.ts';

const grid = {
  display: 'grid',
  gap: '3',
  gridTemplateColumns: 'repeat(auto-fill, minmax(15rem, 1fr))',
  alignItems: 'start',
};

interface Props {
  team: string;
  kind: ImportKind;
  table: TableFile;
  columns: Columns;
  orders: Orders;
  isBusy: boolean;
  onRead: (reading: Reading) => void;
  onColumn: (field: string, at: number | undefined) => void;
  onOrder: (field: string, order: DateOrder) => void;
  onSource: (source: ImportSource) => void;
}

/** How the file was read, and which column has which field. All of it can be changed. */
export function ColumnsPart({
  team,
  kind,
  table,
  columns,
  orders,
  isBusy,
  onRead,
  onColumn,
  onOrder,
  onSource,
}: Props) {
  const t = useTranslation();
  const { encoding, separator, sheets = [], sheet } = table;
  const first = table.rows[0]?.cells ?? [];
  const choices = table.headings.map(
    (heading, at) => [at, `${heading === '' ? columnName(at) : heading} · ${(first[at] ?? '').slice(0, 24)}`] as const,
  );
  return (
    <PanelSection title={t('import.columns')} hint={t('import.columnsHint')} headSpace="3">
      <Box css={{ ...grid, marginBlockEnd: '4' }}>
        {encoding === undefined ? null : (
          <FormField label={t('import.encoding')} hint={t('import.detected')}>
            <Select
              value={encoding}
              disabled={isBusy}
              onChange={(value) => onRead({ encoding: value, ...(separator && { separator }) })}
              options={encodings.map((one) => [one, one.toUpperCase()])}
            />
          </FormField>
        )}
        {separator === undefined ? null : (
          <FormField label={t('import.separator')} hint={t('import.detected')}>
            <Select
              value={separator}
              disabled={isBusy}
              onChange={(value) => onRead({ ...(encoding && { encoding }), separator: value })}
              options={separators.map((one) => [one, one === '\t' ? t('import.tab') : one])}
            />
          </FormField>
        )}
        {sheet === undefined || sheets.length < 2 ? null : (
          <FormField label={t('import.sheet')}>
            <Select
              value={sheet}
              disabled={isBusy}
              onChange={(value) => onRead({ sheet: value })}
              options={sheets.map((one) => [one, one])}
            />
          </FormField>
        )}
        <Sources {...{ team, kind, table, columns, orders, isBusy, onSource }} />
      </Box>
      <Box css={grid}>
        {Object.entries(fieldsOf(kind)).map(([field, { required = false, is }]) => (
          <Box key={field}>
            <FormField label={fieldLabel(t, kind, field)} required={required}>
              <Select
                value={String(columns[field] ?? '')}
                disabled={isBusy}
                none={t('import.noColumn')}
                onChange={(value) => onColumn(field, value === '' ? undefined : Number(value))}
                options={choices}
              />
            </FormField>
            {is === 'date' && datesOf(field, columns, table) ? (
              <DateOrderField {...{ field, columns, table, orders, isBusy, onOrder }} />
            ) : null}
          </Box>
        ))}
      </Box>
    </PanelSection>
  );
}

/** Day and month are never guessed: it says which row decides, or asks. */
function DateOrderField({
  field,
  columns,
  table,
  orders,
  isBusy,
  onOrder,
}: Pick<Props, 'columns' | 'table' | 'orders' | 'isBusy' | 'onOrder'> & { field: string }) {
  const t = useTranslation();
  const found = datesOf(field, columns, table);
  if (!found) return null;
  const decidedBy = 'row' in found && orders[field] === found.order ? found.row : undefined;
  const isMissing = orders[field] === undefined;
  return (
    <Box marginBlockStart="2">
      <FormField
        label={t('import.dateOrder')}
        required
        {...(isMissing
          ? { error: t(found.order === 'both' ? 'import.ordersDiffer' : 'import.orderUnknown') }
          : decidedBy === undefined
            ? {}
            : { hint: t('import.orderDecided', { row: decidedBy }) })}
      >
        <Select
          value={orders[field] ?? ''}
          disabled={isBusy}
          none={t('import.chooseOrder')}
          isNoneDisabled
          onChange={(value) => onOrder(field, value as DateOrder)}
          options={[
            ['dmy', t('import.dayFirst')],
            ['mdy', t('import.monthFirst')],
          ]}
        />
      </FormField>
    </Box>
  );
}

/** The columns of a source, kept for the team under a name. */
function Sources({
  team,
  kind,
  table,
  columns,
  orders,
  isBusy,
  onSource,
}: Pick<Props, 'team' | 'kind' | 'table' | 'columns' | 'orders' | 'isBusy' | 'onSource'>) {
  const t = useTranslation();
  const [sources, setSources] = useState(table.sources);
  const [name, setName] = useState('');
  const keep = useCommand(importCalls.keepImportSource, {
    onSuccess: (answer) => {
      setSources(answer.sources);
      setName('');
    },
  });
  return (
    <>
      {sources.length === 0 ? null : (
        <FormField label={t('import.source')} hint={t('import.sourceHint')}>
          <Select
            value=""
            none={t('import.chooseSource')}
            disabled={isBusy}
            onChange={(value) => {
              const source = sources.find((one) => one.name === value);
              if (source) onSource(source);
            }}
            options={sources.map((one) => [one.name, one.name])}
          />
        </FormField>
      )}
      <FormField label={t('import.keepAs')} hint={t('import.keepAsHint')}>
        <Box display="flex" gap="2" width="100%">
          <Input
            value={name}
            dir="auto"
            maxLength={limits.name}
            disabled={isBusy}
            onChange={({ target }) => setName(target.value)}
          />
          <Button
            variant="outline"
            disabled={name.trim() === '' || isBusy}
            loading={keep.isPending}
            onClick={() =>
              keep.mutate({ body: { team, kind, name, headings: headingsOf(columns, table), dateOrders: orders } })
            }
          >
            {t('import.keep')}
          </Button>
        </Box>
        <ErrorAlert error={keep.error} />
      </FormField>
    </>
  );
}
