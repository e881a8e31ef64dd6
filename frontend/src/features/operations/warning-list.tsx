import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import type { OperationsWarning } from 'language/contract/operations';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { isPart, partTitle } from './part-titles.ts';

const listStyle = {
  listStyle: 'none',
  display: 'grid',
  gap: '2',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '3',
    alignItems: 'start',
    padding: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderInlineStartWidth: '4px',
    borderInlineStartColor: 'amber.solid',
    borderRadius: 'l2',
    breakInside: 'avoid',
  },
  '& > li.urgent': { bg: 'bg.error', borderColor: 'border.error' },
  '& > li > svg': { marginBlockStart: '2px', color: 'amber.fg' },
  '& > li.urgent > svg': { color: 'fg.error' },
  '& .more': { display: 'block', color: 'fg.muted', fontSize: 'xs' },
};

/** The region is announced when a warning comes: their words change rarely, and a refresh leaves the elements. */
export function WarningList({ warnings }: { warnings: readonly OperationsWarning[] }) {
  const t = useTranslation();
  return (
    <Box as="section" aria-label={t('operations.warnings')} aria-live="polite">
      {warnings.length === 0 ? (
        <Box display="flex" alignItems="center" gap="3" fontWeight="semibold" minH="8">
          <Box as="span" color="brand.fg" display="inline-flex">
            <CircleCheck size={20} aria-hidden />
          </Box>
          {t('operations.allWell')}
        </Box>
      ) : (
        <Box as="ul" css={listStyle}>
          {warnings.map((warning) => (
            <li
              key={`${warning.kind} ${Object.values(warning.values).join(' ')}`}
              className={warning.isUrgent ? 'urgent' : undefined}
            >
              {warning.isUrgent ? <CircleAlert size={18} aria-hidden /> : <TriangleAlert size={18} aria-hidden />}
              <span>
                <Badge colorPalette={warning.isUrgent ? 'red' : 'amber'} marginInlineEnd="2">
                  {warning.isUrgent ? t('operations.urgent') : t('operations.soon')}
                </Badge>
                <ClinicalText>{sentenceOf(warning)}</ClinicalText>
                <span className="more">{t('operations.section', { section: warning.section })}</span>
              </span>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function sentenceOf({ kind, values }: OperationsWarning): string {
  const number = (name: string): number => Number(values[name] ?? 0);
  const text = (name: string): string => String(values[name] ?? '');
  const part = text('part');
  // Words without a place for a value ignore it.
  return translate(`operations.warning.${kind}`, {
    service: text('service'),
    projection: text('projection'),
    part: isPart(part) ? partTitle(part) : part,
    streams: number('streams'),
    percent: number('percent'),
    seconds: number('seconds'),
    jobs: number('jobs'),
    hours: number('hours'),
  });
}
