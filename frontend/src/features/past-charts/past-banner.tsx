import { Box } from '@chakra-ui/react/box';
import type { ChartAsOf } from 'language/contract/history';
import { CircleDot, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant } from '../../platform/time/instants.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { actorNameOf, eventVerbOf } from '../../clinical/event-verb.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';

const styles = {
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { base: '2', md: '3' },
  rowGap: '0.5',
  fontSize: { base: 'xs', md: 'sm' },
  paddingBlock: { base: '0.5', md: '1' },
  paddingInline: '2',
  borderRadius: 'l1',
  borderWidth: '1px',
  '&[data-past=true]': { bg: 'amber.subtle', color: 'amber.fg', borderStyle: 'dashed', borderColor: 'amber.solid' },
  // A phone needs the room for the patient and the chart.
  '& .word': { display: { base: 'none', md: 'inline' } },
  '& .who': { flex: 1, minWidth: '12rem' },
  '& b': { display: 'inline-flex', alignItems: 'center', gap: '1', letterSpacing: '0.06em', fontSize: 'xs' },
  '& time': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
};

interface Props {
  chart: ChartAsOf;
  isNewest: boolean;
  /** Show the time with its seconds. */
  seconds: boolean;
  /** Actions. */
  children?: ReactNode;
}

/** Marks a chart of the past: its time, and the last change with its author. Stays in view with the patient's names. */
export function PastBanner({ chart, isNewest, seconds, children }: Props) {
  const t = useTranslation();
  const { at, change } = chart;
  const instant = isNewest ? (change.recordedAt ?? change.at) : at;
  return (
    <Box css={styles} data-past={!isNewest} role="note">
      <b>
        {isNewest ? <CircleDot size={15} aria-hidden /> : <History size={15} aria-hidden />}
        {isNewest ? t('timeTravel.newest') : t('timeTravel.past')}
      </b>
      <time dateTime={instant}>
        <span className="word">{isNewest ? t('timeTravel.newestSince') : t('timeTravel.asOf')} </span>
        <ClinicalText>{formatInstant(instant, { seconds })}</ClinicalText>
      </time>
      <span className="who">
        <span className="word">{t('timeTravel.lastChange')} </span>
        <bdi>{actorNameOf(change)}</bdi>: {eventVerbOf(change)}
        {change.name === undefined ? null : (
          <>
            {' '}
            <ClinicalName>{change.name}</ClinicalName>
          </>
        )}
      </span>
      {children}
    </Box>
  );
}
