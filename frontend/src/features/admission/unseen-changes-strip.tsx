import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { CheckCheck, History } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../platform/time/time.ts';
import { unseenChangesText as text } from './changed-messages.ts';
import { groupByKind } from './unseen-changes.ts';
import type { UnseenChanges } from './use-unseen.ts';
import type { ChartNewsItem } from 'command-api/contract/news';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

const look = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2',
  minHeight: '40px',
  marginBlockEnd: '3',
  paddingInline: '3',
  paddingBlock: '1',
  fontSize: 'sm',
  bg: 'amber.subtle',
  color: 'amber.fg',
  borderWidth: '1px',
  borderColor: 'amber.border',
  borderRadius: 'l2',
  '& ul': { display: 'contents', listStyle: 'none' },
  '& li': { display: 'inline-flex', alignItems: 'center', minHeight: '32px' },
};
const foot = { position: 'sticky', insetBlockEnd: '3', zIndex: 'docked', boxShadow: 'md' };

/**
 * "Changed since you last looked": what, and the way there. It is there from the first look at the chart or not at all
 * during a visit (`hadNews`), and keeps its place when everything was seen: nothing below it moves while it is read.
 * What comes later is told at the foot.
 */
export function UnseenChangesStrip({
  unseen: { items, since, seeAll },
  onShow,
  atFoot = false,
}: {
  unseen: UnseenChanges;
  onShow: (item: ChartNewsItem) => void;
  atFoot?: boolean;
}) {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || !items) return null;
  const all = () => {
    seeAll();
    setDismissed(true);
  };
  return (
    <Box
      as="section"
      aria-label={text.label}
      css={atFoot ? { ...look, ...foot } : look}
      data-changed-strip
      data-print="hide"
    >
      <History size={15} aria-hidden />
      {items.length === 0 ? (
        <span>{text.allSeen}</span>
      ) : (
        <>
          <span>
            <ClinicalText>{text.since(formatTime(since ?? ''))}</ClinicalText>
          </span>
          <ul>
            {groupByKind(items).map(
              ({ kind, removed, items: [first, ...more] }) =>
                first && (
                  <li key={`${kind} ${removed}`}>
                    {removed ? (
                      <span>{text.removed(text.kinds[kind](1 + more.length))}</span>
                    ) : (
                      <Button
                        size="xs"
                        variant="plain"
                        color="inherit"
                        textDecoration="underline"
                        paddingInline="1"
                        minHeight="32px"
                        title={text.by(first.userName, formatTime(first.at))}
                        onClick={() => onShow(first)}
                      >
                        {text.kinds[kind](1 + more.length)}
                      </Button>
                    )}
                  </li>
                ),
            )}
          </ul>
        </>
      )}
      <Button size="xs" variant="plain" color="inherit" marginInlineStart="auto" minHeight="32px" onClick={all}>
        <CheckCheck size={15} aria-hidden />
        {items.length === 0 ? text.close : text.seeAll}
      </Button>
    </Box>
  );
}
