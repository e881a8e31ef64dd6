import { Box } from '@chakra-ui/react/box';
import type { DrugErr, Review, Team } from 'language/contract/entities';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { ResponseMark } from '../../clinical/marks.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useResponse } from './use-response.ts';

export const loadResponseMenu = () => import('./response-menu.tsx');
const ResponseMenu = lazyComponent(loadResponseMenu);

const style = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.5',
  cursor: 'pointer',
  borderRadius: 'full',
  // The target is higher than the line, and the line is not.
  [touch]: { paddingBlock: '3', paddingInline: '1.5', marginBlock: '-3', marginInline: '-1.5' },
  _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
};

interface Props {
  entry: DrugErr;
  review: Review;
  team: Team | undefined;
  user: string;
}

/** The response to an entry in the chart. For those who may record it or take it over it opens a menu of both. */
export function ResponsePill({ entry, review, team, user }: Props) {
  const t = useTranslation();
  const shown = { ...entry, review: review._id, userId: review.userId };
  const { send, canRespond, canTakeOver } = useResponse({ entry: shown, team, user });
  const [isOpen, setIsOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  if (!canRespond && !canTakeOver) return <ResponseMark response={entry.errRes} />;
  return (
    <>
      <Box asChild css={style}>
        <button
          ref={pill}
          type="button"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-busy={send.isPending}
          data-respond
          onClick={() => setIsOpen(true)}
        >
          <ResponseMark response={entry.errRes} />
          <ChevronDown size={13} aria-hidden data-print="hide" />
        </button>
      </Box>
      <span role="status">{send.isPending ? t('handover.saving') : ''}</span>
      <ErrorAlert error={send.error} onDismiss={() => send.reset()} />
      {isOpen ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <ResponseMenu
            pill={pill}
            label={t('handover.response', { drug: entry.errDrugLabel })}
            response={entry.errRes}
            canRespond={canRespond}
            canTakeOver={canTakeOver}
            onChoose={(choice) => send.isPending || send.mutate(choice)}
            onClose={() => setIsOpen(false)}
          />
        </AsyncBoundary>
      ) : null}
    </>
  );
}
