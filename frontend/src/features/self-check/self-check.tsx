import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Volume2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLiveState, type LiveState } from '../../sync/live/live-connection.ts';
import { playSuccess, setMuted, useIsMuted } from '../../platform/browser/sound.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { askServer } from './ask-server.ts';
import { browserFindings, serverFindings, type Finding, type ServerAnswer } from './checks.ts';
import { Findings } from './findings.tsx';
import { checkText as text } from './messages.ts';

const live = text.checks.live;
const liveFinding: Record<LiveState, Finding> = {
  off: { name: live.name, state: 'waiting', words: live.off },
  connecting: { name: live.name, state: 'waiting', words: live.connecting },
  live: { name: live.name, state: 'good', words: live.good },
  reconnecting: { name: live.name, state: 'bad', words: live.bad },
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
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<ServerAnswer>();
  const state = useLiveState();
  useEffect(() => {
    const away = new AbortController();
    void askServer(away.signal).then((found) => !away.signal.aborted && setAnswer(found));
    return () => away.abort();
  }, [round]);
  const again = () => {
    setAnswer(undefined);
    setRound(round + 1);
  };
  return (
    <Section title={text.connection}>
      <Findings
        findings={[
          ...(answer
            ? serverFindings(answer)
            : [{ name: text.checks.server.name, state: 'waiting' as const, words: text.checking }]),
          liveFinding[state],
        ]}
      />
      <Button size="sm" variant="outline" marginBlockStart="3" disabled={answer === undefined} onClick={again}>
        {text.again}
      </Button>
    </Section>
  );
}

function Sound() {
  const muted = useIsMuted();
  return (
    <Section title={text.sound}>
      <Box color="fg.muted" marginBlockEnd="3">
        {text.soundHint}
        {muted ? ` ${text.muted}` : ''}
      </Box>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="4">
        <Button size="sm" disabled={muted} onClick={playSuccess}>
          <Volume2 size={16} aria-hidden />
          {text.play}
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
            {text.on}
          </label>
        </Box>
      </Box>
    </Section>
  );
}

function Browser() {
  const [findings, setFindings] = useState(browserFindings);
  useEffect(() => {
    const look = () => setFindings(browserFindings());
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  return (
    <Section title={text.browser}>
      <Findings findings={findings} />
      <Box fontSize="xs" color="fg.muted" marginBlockStart="3" overflowWrap="anywhere" dir="ltr">
        {navigator.userAgent}
      </Box>
    </Section>
  );
}
