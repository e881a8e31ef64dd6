import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { CircleCheck, CircleDashed, TriangleAlert, Volume2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLiveState, type LiveState } from '../../sync/live/live-connection.ts';
import { playSuccess, setMuted, useIsMuted } from '../../platform/sound.ts';
import { Panel } from '../../components/page.tsx';
import { browserFindings, checkServer, serverFindings, type Finding, type ServerStatus } from './checks.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const liveFinding: Record<LiveState, Finding> = {
  off: { name: 'check.checks.live.name', state: 'waiting', words: 'check.checks.live.off' },
  connecting: { name: 'check.checks.live.name', state: 'waiting', words: 'check.checks.live.connecting' },
  live: { name: 'check.checks.live.name', state: 'good', words: 'check.checks.live.good' },
  reconnecting: { name: 'check.checks.live.name', state: 'bad', words: 'check.checks.live.bad' },
};

export function SelfCheck() {
  return (
    <Box display="grid" gap="4">
      <Connection />
      <Sound />
      <Browser />
    </Box>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel as="section" aria-label={title}>
    <Box as="h2" fontSize="md" fontWeight="semibold" marginBlockEnd="1">
      {title}
    </Box>
    {children}
  </Panel>
);

function Connection() {
  const t = useTranslation();
  const [round, setRound] = useState(0);
  const [status, setStatus] = useState<ServerStatus>();
  const state = useLiveState();
  useEffect(() => {
    const controller = new AbortController();
    void checkServer(controller.signal).then((found) => !controller.signal.aborted && setStatus(found));
    return () => controller.abort();
  }, [round]);
  const again = () => {
    setStatus(undefined);
    setRound(round + 1);
  };
  return (
    <Section title={t('check.connection')}>
      <Findings
        findings={[
          ...(status
            ? serverFindings(status)
            : [{ name: 'check.checks.server.name', state: 'waiting', words: 'check.checking' } as const]),
          liveFinding[state],
        ]}
      />
      <Button size="sm" variant="outline" marginBlockStart="3" disabled={status === undefined} onClick={again}>
        {t('check.again')}
      </Button>
    </Section>
  );
}

function Sound() {
  const t = useTranslation();
  const muted = useIsMuted();
  return (
    <Section title={t('check.sound')}>
      <Box color="fg.muted" marginBlockEnd="3">
        {t('check.soundHint')}
        {muted ? ` ${t('check.muted')}` : ''}
      </Box>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="4">
        <Button size="sm" disabled={muted} onClick={playSuccess}>
          <Volume2 size={16} aria-hidden />
          {t('check.play')}
        </Button>
        <Box
          asChild
          display="inline-flex"
          alignItems="center"
          gap="2"
          minHeight="9"
          css={{ '& input': { width: '18px', height: '18px', accentColor: '{colors.brand.solid}' } }}
        >
          <label>
            <input type="checkbox" checked={!muted} onChange={(event) => setMuted(!event.target.checked)} />
            {t('check.on')}
          </label>
        </Box>
      </Box>
    </Section>
  );
}

function Browser() {
  const t = useTranslation();
  const [findings, setFindings] = useState(browserFindings);
  useEffect(() => {
    const update = () => setFindings(browserFindings());
    window.addEventListener('resize', update);
    return () => window.removeEventListener('resize', update);
  }, []);
  return (
    <Section title={t('check.browser')}>
      <Findings findings={findings} />
      <Box fontSize="xs" color="fg.muted" marginBlockStart="3" overflowWrap="anywhere" dir="ltr">
        {navigator.userAgent}
      </Box>
    </Section>
  );
}

const findingsStyle = {
  listStyle: 'none',
  '& li': {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    paddingBlock: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _last: { borderBlockEndWidth: 0 },
  },
  '& svg': { flexShrink: 0, marginBlockStart: '2px', color: 'fg.subtle' },
  '& [data-state=good] svg': { color: 'brand.fg' },
  '& [data-state=bad] svg': { color: 'amber.fg' },
  '& strong': { display: 'block' },
  '& span': { color: 'fg.muted' },
};
const stateIcons = { good: CircleCheck, bad: TriangleAlert, waiting: CircleDashed };
const stateLabels = { good: 'check.good', bad: 'check.bad', waiting: 'check.checking' } as const;

function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslation();
  return (
    <Box as="ul" css={findingsStyle}>
      {findings.map(({ name, state, words, values }) => {
        const Icon = stateIcons[state];
        return (
          <li key={name} data-state={state}>
            <Icon size={18} role="img" aria-label={t(stateLabels[state])} />
            <div>
              <strong>{t(name)}</strong>
              <span>{t(words, values)}</span>
            </div>
          </li>
        );
      })}
    </Box>
  );
}
