/** The number of commands in the outbox, and a button that lists them. */
import { touch } from '../components/theme/system.ts';
import { Box } from '@chakra-ui/react/box';
import { type ComponentType, useEffect, useState } from 'react';
import { onOutcome, usePendingCommands } from './outbox.ts';
import type { PendingCommand } from './pending-command.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { translate } from '../platform/language/language.ts';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { notify } from '../components/toasts/toaster.tsx';

/** Loaded when it is first opened. */
const OutboxList = lazyComponent(() => import('./outbox-list.tsx'));

const badgeStyles = {
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
  [touch]: { minH: '11' },
  '&[data-refused=true]': { color: 'fg.error', bg: 'bg.error' },
};

/** @param RefusedText shows what a refused command has in it */
export function OutboxBadge({ RefusedText }: { RefusedText: ComponentType<{ item: PendingCommand }> }) {
  const t = useTranslation();
  const items = usePendingCommands();
  const [list, setList] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(
    () =>
      onOutcome(({ type, item }) => {
        if (type === 'answered') notify.saved(translate('outbox.sent', { what: item.what }), 2_500);
        else notify.failed(translate('outbox.refusedOf', { what: item.what }), 5_000);
      }),
    [],
  );
  const refused = items.filter((item) => item.refused).length;
  const waiting = items.length - refused;
  return (
    <>
      {/* The status region must exist before its text, or a screen reader does not announce it. */}
      <span role="status">
        {items.length > 0 && (
          <Box asChild css={badgeStyles}>
            <button
              type="button"
              data-waits={items.length}
              data-refused={refused > 0}
              title={t('outbox.long')}
              aria-haspopup="dialog"
              onClick={() => setList('open')}
            >
              {refused === 0
                ? t('outbox.waiting', { waiting })
                : waiting === 0
                  ? t('outbox.refusedCount', { refused })
                  : t('outbox.waitingRefused', { waiting, refused })}
            </button>
          </Box>
        )}
      </span>
      {list === 'never' ? null : (
        <AsyncBoundary>
          <OutboxList
            items={items}
            open={list === 'open'}
            onClose={() => setList('closed')}
            RefusedText={RefusedText}
          />
        </AsyncBoundary>
      )}
    </>
  );
}
