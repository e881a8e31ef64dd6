import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { ErrorType } from 'language/contract/entities';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isBlank } from '../../platform/text/sanitize.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { Select } from '../../components/forms/select.tsx';
import { blankTemplate, type DrugProblems, type ErrorTemplate, type Row } from './drug-draft.ts';
import { PcneChoice, PcneCodes } from '../../clinical/pcne-choice.tsx';
import { TemplateText } from '../../clinical/template-text.tsx';
import { teamsQuery } from '../../sync/reads/shared-reads.ts';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  rows: readonly Row<ErrorTemplate>[];
  types: readonly ErrorType[];
  missing: DrugProblems;
  disabled: boolean;
  /** `now`: the rows when the change is applied. A rich text reports its last change while another row is opened. */
  onChange: (change: (now: readonly Row<ErrorTemplate>[]) => Row<ErrorTemplate>[]) => void;
}

const rowStyle = {
  listStyle: 'none',
  borderWidth: '1px',
  borderRadius: 'l2',
  padding: '3',
  '&[data-open=true]': { borderColor: 'brand.solid' },
};

/** The shared notes of a drug. Each is read-only until it is opened: a rich text editor for each would be slow. */
export function ErrorTemplates({ rows, types, missing, disabled, onChange }: Props) {
  const t = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<string>();
  const isEmpty = (row: Row<ErrorTemplate>) => row.errType === '' && isBlank(row.label);
  const problemOf = (row: Row<ErrorTemplate>): string | undefined => {
    const problem = missing[row.key];
    return problem && t(problem);
  };
  const isShown = (row: Row<ErrorTemplate>) => row.key === open || missing[row.key] !== undefined || isEmpty(row);
  useEffect(() => {
    if (open !== undefined) list.current?.querySelector<HTMLElement>(`[data-row="${open}"] select`)?.focus();
  }, [open]);

  const add = () => {
    const row = blankTemplate();
    onChange((now) => [...now, row]);
    setOpen(row.key);
  };
  const set = (key: string, patch: Partial<ErrorTemplate>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const typeLabel = (id: string) => errorTypeLabel(id, types.find(({ _id }) => _id === id)?.label ?? '');

  return (
    <Box as="fieldset" border="none" minWidth="0">
      <Box as="legend" fontWeight="semibold" fontSize="md">
        {t('drug.templates')}
      </Box>
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="2">
        {rows.length === 0 ? t('drug.noTemplates') : t('drug.templatesHint')}
      </Box>
      <Box as="ul" ref={list} display="grid" gap="2">
        {rows.map((row, at) => (
          <Box
            as="li"
            key={row.key}
            data-row={row.key}
            data-open={isShown(row)}
            css={rowStyle}
            aria-label={t('drug.template', { number: at + 1 })}
          >
            {isShown(row) ? (
              <TemplateFields
                row={row}
                types={types}
                error={problemOf(row)}
                disabled={disabled}
                onChange={(patch) => set(row.key, patch)}
              />
            ) : (
              <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockEnd="1">
                <strong>{typeLabel(row.errType)}</strong>
                <Badge size="sm" colorPalette={row.isAdult ? 'gray' : 'amber'}>
                  {row.isAdult ? t('drug.adult') : t('drug.child')}
                </Badge>
              </Box>
            )}
            {isShown(row) ? null : <RichTextView html={row.label} />}
            {isShown(row) ? null : <PcneCodes codes={row.pcne} />}
            <Box display="flex" gap="1" marginBlockStart="2" data-print="hide">
              {isShown(row) ? (
                <Button
                  size="xs"
                  variant="outline"
                  disabled={disabled || isEmpty(row)}
                  onClick={() => setOpen(undefined)}
                >
                  {t('drug.closeTemplate')}
                </Button>
              ) : (
                <Button size="xs" variant="outline" disabled={disabled} onClick={() => setOpen(row.key)}>
                  <Pencil size={13} aria-hidden />
                  {t('drug.editTemplate')}
                  <Box as="span" srOnly>
                    : {t('drug.template', { number: at + 1 })}
                  </Box>
                </Button>
              )}
              <Button
                size="xs"
                variant="ghost"
                colorPalette="gray"
                disabled={disabled}
                onClick={() => onChange((now) => now.filter(({ key }) => key !== row.key))}
              >
                <Trash2 size={13} aria-hidden />
                {t('drug.removeTemplate')}
                <Box as="span" srOnly>
                  : {t('drug.template', { number: at + 1 })}
                </Box>
              </Button>
            </Box>
          </Box>
        ))}
      </Box>
      <Button size="sm" variant="outline" marginBlockStart="2" disabled={disabled} onClick={add}>
        <Plus size={15} aria-hidden />
        {t('drug.addTemplate')}
      </Button>
    </Box>
  );
}

function TemplateFields({
  row,
  types,
  error,
  disabled,
  onChange,
}: {
  row: Row<ErrorTemplate>;
  types: readonly ErrorType[];
  error: string | undefined;
  disabled: boolean;
  onChange: (patch: Partial<ErrorTemplate>) => void;
}) {
  const t = useTranslation();
  const { pcne = [] } = row;
  const usesPcne = (useQuery(teamsQuery()).data ?? []).some(({ classification }) => classification.pcne);
  return (
    <Box display="grid" gap="2">
      <Box display="flex" flexWrap="wrap" gap="4" alignItems="flex-end">
        <Box flex="1" minWidth="14rem">
          <FormField label={t('drug.errType')} required error={error} disabled={disabled}>
            <Select
              size="sm"
              value={row.errType}
              onChange={(errType) => onChange({ errType })}
              none={t('drug.chooseType')}
              isNoneDisabled
              options={types.map(({ _id, label }) => [_id, errorTypeLabel(_id, label)])}
            />
          </FormField>
        </Box>
        <Box
          asChild
          display="inline-flex"
          alignItems="center"
          gap="2"
          minHeight="9"
          fontWeight="semibold"
          fontSize="sm"
          css={{ '& input': { width: '18px', height: '18px', accentColor: '{colors.brand.solid}' } }}
        >
          <label>
            <input
              type="checkbox"
              checked={row.isAdult}
              disabled={disabled}
              onChange={(event) => onChange({ isAdult: event.target.checked })}
            />
            {t('drug.adult')}
          </label>
        </Box>
      </Box>
      <TemplateText
        required
        label={t('drug.note')}
        html={row.label}
        defaultHtml={row.label}
        disabled={disabled}
        onIdle={(label) => onChange({ label })}
      />
      {usesPcne || pcne.length > 0 ? (
        <PcneChoice codes={pcne} disabled={disabled} onChange={(codes) => onChange({ pcne: codes })} />
      ) : null}
    </Box>
  );
}
