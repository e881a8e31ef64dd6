import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { ChartNewsItem } from 'command-api/contract/news';
import { CheckCheck, History } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../platform/time/instants.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { unseenChangesText as text } from './messages.ts';
import { groupByKind, type UnseenChanges } from './unseen-changes.ts';

const stripStyle = {
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
const footStyle = { position: 'sticky', insetBlockEnd: '3', zIndex: 'docked', boxShadow: 'md' };

/**
 * "Changed since you last looked": what changed, with buttons that lead there. The strip is shown from the start of a
 * visit or not at all (`hadNews`). It keeps its place when everything is seen, so that nothing below it moves. Later
 * changes are announced at the foot.
 */
export function UnseenChangesStrip({
  unseen: { items, since, markAllSeen },
  onShow,
  isAtFoot = false,
}: {
  unseen: UnseenChanges;
  onShow: (item: ChartNewsItem) => void;
  isAtFoot?: boolean;
}) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || !items) return null;
  const dismiss = () => {
    markAllSeen();
    setIsDismissed(true);
  };
  return (
    <Box
      as="section"
      aria-label={text.label}
      css={isAtFoot ? { ...stripStyle, ...footStyle } : stripStyle}
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
              ({ kind, isRemoved, items: [first, ...more] }) =>
                first && (
                  <li key={`${kind} ${isRemoved}`}>
                    {isRemoved ? (
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
      <Button size="xs" variant="plain" color="inherit" marginInlineStart="auto" minHeight="32px" onClick={dismiss}>
        <CheckCheck size={15} aria-hidden />
        {items.length === 0 ? text.close : text.seeAll}
      </Button>
    </Box>
  );
}
