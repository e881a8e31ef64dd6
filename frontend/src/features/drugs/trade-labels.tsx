import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'language/domain/values/codes';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { FormField, RequiredMark } from '../../components/forms/form-field.tsx';
import { blankTradeLabel, newRow, type DrugProblems, type Row, type TradeLabel } from './drug-draft.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  rows: readonly Row<TradeLabel>[];
  /** By the row's key. */
  missing: DrugProblems;
  disabled: boolean;
  onChange: (rows: Row<TradeLabel>[]) => void;
}

/** One name in each row. Enter adds the next row, Backspace in an empty row removes it. */
export function TradeLabels({ rows, missing, disabled, onChange }: Props) {
  const t = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted !== undefined) list.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] input`)?.focus();
  }, [wanted, rows]);

  const problemOf = (key: string): string | undefined => {
    const problem = missing[key];
    return problem && t(problem);
  };
  const insert = (at: number, labels: readonly string[]) => {
    const added = labels.map((label) => newRow<TradeLabel>({ label: label.slice(0, limits.name) }));
    onChange([...rows.slice(0, at), ...added, ...rows.slice(at)]);
    setWanted(added.at(-1)?.key);
  };
  const remove = (at: number) => {
    const rest = rows.filter((_, index) => index !== at);
    onChange(rest.length === 0 ? [blankTradeLabel()] : rest);
    setWanted((rest[Math.max(0, at - 1)] ?? rest[0])?.key);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (rows[at]?.label.trim() !== '') insert(at + 1, ['']);
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && rows.length > 1) {
      event.preventDefault();
      remove(at);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    if (rows[at]?.label.trim() === '') {
      const added = lines.map((label) => newRow<TradeLabel>({ label: label.slice(0, limits.name) }));
      onChange([...rows.slice(0, at), ...added, ...rows.slice(at + 1)]);
      setWanted(added.at(-1)?.key);
    } else insert(at + 1, lines);
  };

  return (
    <Box as="fieldset" border="none" minWidth="0">
      <Box as="legend" fontWeight="semibold" fontSize="md">
        {t('drug.tradeLabels')}
        <RequiredMark />
      </Box>
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="2">
        {t('drug.tradeHint')}
      </Box>
      <Box
        as="ol"
        ref={list}
        listStyle="none"
        display="grid"
        gap="2"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap="4"
      >
        {rows.map((row, at) => (
          <Box as="li" key={row.key} data-row={row.key} display="flex" alignItems="flex-start" gap="1">
            <FormField
              label={
                <Box as="span" srOnly>
                  {t('drug.tradeLabel', { number: at + 1 })}
                </Box>
              }
              error={problemOf(row.key)}
              disabled={disabled}
            >
              <Input
                size="sm"
                dir="auto"
                maxLength={limits.name}
                value={row.label}
                enterKeyHint="next"
                autoComplete="off"
                onChange={(event) =>
                  onChange(
                    rows.map((other) => (other.key === row.key ? { ...other, label: event.target.value } : other)),
                  )
                }
                onKeyDown={(event) => onKey(event, at)}
                onPaste={(event) => onPaste(event, at)}
              />
            </FormField>
            <IconButton
              size="sm"
              variant="ghost"
              colorPalette="gray"
              marginBlockStart="1"
              aria-label={row.label === '' ? t('drug.removeTradeUnnamed') : t('drug.removeTrade', { label: row.label })}
              disabled={disabled || (rows.length === 1 && row.label === '')}
              onClick={() => remove(at)}
            >
              <X size={15} aria-hidden />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Button
        size="sm"
        variant="outline"
        marginBlockStart="2"
        disabled={disabled}
        onClick={() => insert(rows.length, [''])}
      >
        <Plus size={15} aria-hidden />
        {t('drug.addTrade')}
      </Button>
    </Box>
  );
}
