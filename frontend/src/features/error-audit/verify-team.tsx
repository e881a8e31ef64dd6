/** Verifies all streams of the team in parts, and says the result in plain words. Exports the anchors, for checks offline. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { FileCheck, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { download } from '../../platform/browser.ts';
import { today } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { isMessageId } from '../../platform/language/language.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { fetchAnchors, type TeamCheck, verifyTeam } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const BROKEN_SHOWN_MAX = 20;

export function VerifyTeam({ team }: { team: string }) {
  const t = useTranslation();
  const [progress, setProgress] = useState<TeamCheck>();
  const running = useRef<AbortController>(undefined);
  const check = useMutation<TeamCheck, ApiError>({
    mutationFn: () => {
      running.current = new AbortController();
      setProgress(undefined);
      return verifyTeam(team, running.current.signal, setProgress);
    },
    retry: false,
  });
  const anchors = useMutation<void, ApiError>({
    mutationFn: async () => download(await fetchAnchors(team), `anchors-${today()}.ndjson`),
    retry: false,
  });
  useEffect(() => () => running.current?.abort(), []);
  const stop = (): void => {
    running.current?.abort();
    check.reset();
  };
  return (
    <Box>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
        <Box flex="1" minW="min(100%, 26ch)">
          <Box as="h2" fontWeight="semibold">
            {t('audit.verifyTitle')}
          </Box>
          <Box color="fg.muted" fontSize="xs">
            {t('audit.verifyLead')}
          </Box>
        </Box>
        <Button size="sm" variant="outline" loading={check.isPending} onClick={() => check.mutate()}>
          <ShieldCheck aria-hidden />
          {t('audit.verify')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          title={t('audit.exportAnchorsHint')}
          loading={anchors.isPending}
          onClick={() => anchors.mutate()}
        >
          <FileCheck aria-hidden />
          {t('audit.exportAnchors')}
        </Button>
        {check.isPending && progress && (
          <>
            <span role="status" className="tabular">
              {progress.streams === 0
                ? t('audit.verifyingAnchors', { anchors: progress.anchors, all: progress.all.anchors })
                : t('audit.verifying', { streams: progress.streams, all: progress.all.streams })}
            </span>
            <progress
              value={progress.anchors + progress.streams}
              max={Math.max(1, progress.all.anchors + progress.all.streams)}
              aria-label={t('audit.verifyTitle')}
            />
            <Button size="xs" variant="plain" onClick={stop}>
              {t('audit.stop')}
            </Button>
          </>
        )}
      </Box>
      <ErrorAlert error={check.error} onRetry={() => check.mutate()} />
      <ErrorAlert error={anchors.error} onRetry={() => anchors.mutate()} />
      {check.data && <Result checked={check.data} />}
    </Box>
  );
}

function Result({
  checked: { anchors, streams, events, broken, anchoredAt, unsealed, publicKey },
}: {
  checked: TeamCheck;
}) {
  const t = useTranslation();
  const isIntact = broken.length === 0;
  const isProven = isIntact && !unsealed;
  const colours = isProven
    ? { bg: 'brand.subtle', borderColor: 'brand.border' }
    : isIntact
      ? { bg: 'amber.subtle', borderColor: 'amber.border' }
      : { bg: 'bg.error', borderColor: 'border.error' };
  const Icon = isProven ? ShieldCheck : ShieldAlert;
  return (
    <Box
      role="status"
      marginBlockStart="3"
      padding="3"
      borderRadius="l2"
      borderWidth="1px"
      display="flex"
      gap="3"
      {...colours}
    >
      <Icon size={22} aria-hidden style={{ flexShrink: 0 }} />
      <Box
        minW="0"
        css={{
          '& ul': { listStyle: 'disc', paddingInlineStart: '4' },
          '& li': { overflowWrap: 'anywhere' },
          '& a': { fontWeight: 'semibold', textDecoration: 'underline' },
          '& code': { overflowWrap: 'anywhere', fontSize: 'xs' },
        }}
      >
        <strong>
          {isProven
            ? t('audit.intact')
            : isIntact
              ? t('audit.notSealed')
              : t('audit.altered', { count: broken.length })}
        </strong>
        {isIntact ? (
          <Box fontSize="sm">
            {unsealed && (
              <Box>
                <ClinicalText>
                  {unsealed.since === null
                    ? t('audit.unsealed')
                    : t('audit.unsealedSince', { since: formatInstant(unsealed.since) })}
                </ClinicalText>
              </Box>
            )}
            {anchors === 0
              ? t('audit.intactOf', { events, streams })
              : t('audit.intactAnchorsOf', { events, streams, anchors })}{' '}
            <ClinicalText>
              {anchoredAt === null ? t('audit.notAnchored') : t('audit.anchoredTo', { at: formatInstant(anchoredAt) })}
            </ClinicalText>
          </Box>
        ) : (
          <ul>
            {broken.slice(0, BROKEN_SHOWN_MAX).map((one) => (
              <li key={`${one.anchor} ${one.stream} ${one.revision}`}>
                <BrokenEvent {...one} />
              </li>
            ))}
          </ul>
        )}
        <Box fontSize="xs" marginBlockStart="1">
          {t('audit.publicKey')} <code dir="ltr">{publicKey}</code>
        </Box>
      </Box>
    </Box>
  );
}

/** Links to the patient chart or the patient. Other streams have no screen. */
function BrokenEvent({ anchor, stream, revision = 0, reason }: TeamCheck['broken'][number]) {
  const t = useTranslation();
  const [kind = '', id = ''] =
    stream === undefined ? [] : [stream.slice(0, stream.indexOf('-')), stream.slice(stream.indexOf('-') + 1)];
  if (stream === undefined) return <>{t('audit.brokenAnchor', { number: anchor ?? 0, reason })}</>;
  const nameId = `audit.streams.${kind}`;
  const name = isMessageId(nameId) ? t(nameId) : t('audit.otherStream');
  const link =
    kind === 'admission' ? (
      <Link to={paths.chartThen.href(id, String(revision))}>{name}</Link>
    ) : kind === 'patient' ? (
      <Link to={paths.patient.href(id)}>{name}</Link>
    ) : (
      name
    );
  return anchor === undefined ? (
    <RichMessage id="audit.brokenEvent" values={{ revision, reason }} elements={{ stream: link }} />
  ) : (
    <RichMessage
      id="audit.brokenAnchorEvent"
      values={{ number: anchor, revision, reason }}
      elements={{ stream: link }}
    />
  );
}
