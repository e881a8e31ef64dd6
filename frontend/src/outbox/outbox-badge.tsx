/** How much was saved and is not at the server yet, and the way to see what. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';
import './outbox.ts';
import { onOutcome, usePendingCommands } from './outbox-client.ts';
import { outboxText as text } from './messages.ts';
import { lazyComponent } from '../components/lazy-component.tsx';
import { AsyncBoundary } from '../components/async-boundary.tsx';
import { notify } from '../components/toasts/toaster.tsx';

/** Loaded with the first wish for it. */
const WaitingList = lazyComponent(() => import('./outbox-list.tsx'));

const look = {
  display: 'inline-flex',
  alignItems: 'center',
  minH: '8',
  paddingInline: '2.5',
  borderRadius: 'full',
  fontSize: 'xs',
  fontWeight: 'semibold',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  color: 'amber.fg',
  bg: 'amber.muted',
  '@media (pointer: coarse)': { minH: '11' },
  '&[data-refused=true]': { color: 'fg.error', bg: 'bg.error' },
};

export function OutboxBadge() {
  const items = usePendingCommands();
  const [asked, setAsked] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(
    () =>
      onOutcome((news) => {
        if (news.type === 'answered') notify.saved(text.sent(news.item.what), 2_500);
        else notify.failed(`${text.refused} ${news.item.what}`, 5_000);
      }),
    [],
  );
  const refused = items.filter((item) => item.refused).length;
  return (
    <>
      {/* The region stands before its words do, or they would not be read out. */}
      <span role="status">
        {items.length > 0 && (
          <Box asChild css={look}>
            <button
              type="button"
              data-waits={items.length}
              data-refused={refused > 0}
              title={text.long}
              aria-haspopup="dialog"
              onClick={() => setAsked('open')}
            >
              {text.count(items.length - refused, refused)}
            </button>
          </Box>
        )}
      </span>
      {asked === 'never' ? null : (
        <AsyncBoundary>
          <WaitingList items={items} open={asked === 'open'} onClose={() => setAsked('closed')} />
        </AsyncBoundary>
      )}
    </>
  );
}
