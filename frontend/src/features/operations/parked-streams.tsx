/** The parked streams with their reasons, and "Try again". */
import * as installationCalls from 'language/contract/calls/installation';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { StoppedStream, StoppedStreams, TriedStream } from 'language/contract/operations';
import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Panel } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { kindTitle, projectionTitle } from './part-titles.ts';

const listStyle = {
  listStyle: 'none',
  marginBlockStart: '2',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
    alignItems: 'center',
    gap: { base: '2', md: '4' },
    paddingBlock: '3',
    borderBlockStartWidth: '1px',
    borderColor: 'border.muted',
    breakInside: 'avoid',
  },
  '& .stream': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .details': { display: 'block', color: 'fg.muted', fontSize: 'xs', overflowWrap: 'anywhere' },
  '& code': { overflowWrap: 'anywhere', fontSize: 'xs' },
};

export function ParkedStreams({ parked }: { parked: StoppedStreams | null }) {
  const t = useTranslation();
  const [outcome, setOutcome] = useState('');
  const told = useRef<HTMLDivElement>(null);
  if (parked === null) return null;
  const { total, newest } = parked;
  const tell = (sentence: string): void => {
    setOutcome(sentence);
    // The button goes with its stream.
    told.current?.focus({ preventScroll: true });
  };
  return (
    <Panel as="section" aria-labelledby="parked-streams">
      <Box display="flex" flexWrap="wrap" alignItems="baseline" columnGap="4">
        <Box as="h2" id="parked-streams" fontSize="md" fontWeight="semibold">
          {t('operations.parked.title')}
        </Box>
        <Box ref={told} tabIndex={-1} role="status" overflowWrap="anywhere">
          {outcome}
        </Box>
      </Box>
      {newest.length === 0 ? (
        <Box color="fg.muted">{t('operations.parked.none')}</Box>
      ) : (
        <>
          <Box color="fg.muted">{t('operations.parked.lead')}</Box>
          <Box as="ul" css={listStyle}>
            {newest.map((stream) => (
              <ParkedStream key={`${stream.projection} ${stream.stream}`} stream={stream} onTried={tell} />
            ))}
          </Box>
          {total > newest.length && (
            <Box color="fg.muted" fontSize="xs">
              {t('operations.parked.more', { shown: newest.length, total })}
            </Box>
          )}
        </>
      )}
    </Panel>
  );
}

function ParkedStream({ stream, onTried }: { stream: StoppedStream; onTried: (sentence: string) => void }) {
  const t = useTranslation();
  const command = useCommand(installationCalls.tryParkedStreamAgain, {
    onSuccess: (tried) => {
      onTried(outcomeOf(tried, stream.stream));
      void queryClient.invalidateQueries({ queryKey: queryKeys.operations });
    },
  });
  const { kind, id, projection, eventType, revision, reason, since, waitsForNewerProgram } = stream;
  return (
    <li>
      <div>
        <span className="stream">
          {kindTitle(kind)} <bdi dir="ltr">{id}</bdi>
        </span>
        <span className="details">
          {t('operations.parked.at', { projection: projectionTitle(projection), eventType, revision })}
          {t('component.nextName')}
          <ClinicalText>{t('operations.parked.since', { time: formatInstant(since) })}</ClinicalText>
        </span>
        <span className="details">
          {waitsForNewerProgram ? (
            t('operations.parked.newer')
          ) : (
            <>
              {t('operations.parked.reason')}: <code dir="ltr">{reason}</code>
            </>
          )}
        </span>
        <ErrorAlert error={command.error} />
      </div>
      <Button
        variant="outline"
        aria-label={t('operations.parked.tryAgainOf', { stream: stream.stream })}
        loading={command.isPending}
        onClick={() => command.mutate({ params: { projection, stream: stream.stream }, body: {} })}
      >
        <RotateCw size={16} aria-hidden />
        {t('operations.parked.tryAgain')}
      </Button>
    </li>
  );
}

const outcomeOf = ({ outcome, reason }: TriedStream, stream: string): string =>
  translate(`operations.parked.${outcome}`, { stream, reason: reason ?? '' });
