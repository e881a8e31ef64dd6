/** The open ports of the interface, and the outcomes of the messages of a day. */
import { Box } from '@chakra-ui/react/box';
import type { Feeds } from 'language/contract/feeds';
import { feedOutcomes } from 'language/domain/values/feed-codes';
import { Panel } from '../../components/page.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';

const panelStyle = {
  breakInside: 'avoid',
  '& h2': { fontSize: 'md', fontWeight: 'semibold', marginBlockEnd: '2' },
  '& dl': { display: 'grid', gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)', columnGap: '4', rowGap: '1' },
  '& dt': { color: 'fg.muted' },
  '& dd': { fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
  '& li': { overflowWrap: 'anywhere' },
  '& ul': { listStyle: 'none', display: 'grid', gap: '2' },
  '& .wrong': { color: 'fg.error', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
};

export function FeedState({ feeds: { listeners, counts, lastAt } }: { feeds: Feeds }) {
  const t = useTranslation();
  return (
    <Box display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
      <Panel as="section" aria-labelledby="feed-ports" css={panelStyle}>
        <h2 id="feed-ports">{t('feeds.ports')}</h2>
        {listeners.length === 0 ? (
          <Box color="fg.muted">{t('feeds.noPort')}</Box>
        ) : (
          <ul>
            {listeners.map(({ address, isSecure, connections, mistake }) => (
              <li key={address}>
                <ClinicalText>{t('feeds.listens', { address, connections })}</ClinicalText>{' '}
                {t(isSecure ? 'feeds.secure' : 'feeds.plain')}
                {mistake === '' ? null : (
                  <div className="wrong" role="alert">
                    {t('feeds.mappingMistake')} <bdi dir="ltr">{mistake}</bdi>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel as="section" aria-labelledby="feed-day" css={panelStyle}>
        <h2 id="feed-day">{t('feeds.day')}</h2>
        <dl>
          {feedOutcomes.flatMap((outcome) => [
            <dt key={outcome}>{t(`feeds.outcome.${outcome}`)}</dt>,
            <dd key={`${outcome} count`}>{formatNumber(counts[outcome])}</dd>,
          ])}
          <dt>{t('feeds.last')}</dt>
          <dd>{lastAt === null ? t('feeds.none') : <ClinicalText>{formatInstant(lastAt)}</ClinicalText>}</dd>
        </dl>
      </Panel>
    </Box>
  );
}
