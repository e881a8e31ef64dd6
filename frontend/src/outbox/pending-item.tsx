/** A command in the outbox: since when it waits or why it was refused, with buttons to edit or withdraw it. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { withdraw, useIsSending } from './outbox.ts';
import { refusalError, type PendingCommand } from './pending-command.ts';
import { formatAgeOf, formatTime } from '../platform/time/instants.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { confirm } from '../components/dialogs/confirm.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';

interface Props {
  item: PendingCommand;
  /** Opens its editor with the withdrawn command. */
  onEdit?: (item: PendingCommand) => void;
  /** The commands that depend on it and are withdrawn with it. */
  dependents?: readonly PendingCommand[];
  children?: ReactNode;
}

const itemStyles = {
  borderInlineStartWidth: '3px',
  borderColor: 'amber.solid',
  bg: 'amber.subtle',
  borderRadius: 'l2',
  paddingInline: '3',
  paddingBlock: '2',
  marginBlock: '2',
  '&[data-refused=true]': { borderColor: 'border.error', bg: 'bg.error' },
  '& .state': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '1', fontSize: 'sm' },
  '& .state > svg': { flexShrink: 0, color: 'amber.fg' },
  '&[data-refused=true] .state > svg': { color: 'fg.error' },
  '& .age': { color: 'fg.muted' },
  '& .words': { flex: '1 1 14rem', overflowWrap: 'anywhere' },
};

export function PendingItem({ item, onEdit, dependents = [], children }: Props) {
  const t = useTranslation();
  const isSending = useIsSending(item.key);
  const { refused } = item;
  const since = t('outbox.waits', { since: formatTime(new Date(item.at).toISOString()) });
  const age = formatAgeOf(item.at);
  const waiting = [since, ...(item.tried ? [t('outbox.tried')] : [])].join(' ');
  const edit = () => {
    const withdrawn = withdraw(item.key);
    if (withdrawn) onEdit?.(withdrawn);
  };
  const confirmWithdrawal = async () => {
    const question = refused
      ? {
          title: t('outbox.discard.title'),
          yes: t('outbox.discard.yes'),
          no: t('outbox.discard.no'),
          body: t('outbox.discard.body'),
        }
      : {
          title: t('outbox.withdraw.title'),
          yes: t('outbox.withdraw.yes'),
          no: t('outbox.withdraw.no'),
          body: item.tried ? t('outbox.withdraw.tried') : t('outbox.withdraw.notSent'),
        };
    if (
      await confirm({
        ...question,
        body: [question.body, ...dependents.map(({ what }) => what)].join(' '),
        danger: true,
      })
    )
      for (const { key } of [...dependents, item]) withdraw(key);
  };
  return (
    <Box data-waiting={item.key} data-refused={refused !== undefined} css={itemStyles}>
      {children}
      <div className="state">
        {refused ? <TriangleAlert size={16} aria-hidden /> : <CloudOff size={16} aria-hidden />}
        <span className="words" role="status">
          {refused ? (
            <>
              {t('outbox.refused')}{' '}
              <span dir="auto">
                <ClinicalText>{refusalError(item)?.text ?? ''}</ClinicalText>
              </span>
            </>
          ) : isSending ? (
            t('outbox.sending')
          ) : (
            <ClinicalText>{waiting}</ClinicalText>
          )}{' '}
          {isSending || age === '' ? null : <span className="age">{age}</span>}
        </span>
        {onEdit ? (
          <Button
            size="xs"
            variant="outline"
            disabled={isSending}
            aria-label={t('outbox.editOf', { what: item.what })}
            onClick={edit}
          >
            {t('outbox.edit')}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="ghost"
          disabled={isSending}
          aria-label={
            refused ? t('outbox.discardOf', { what: item.what }) : t('outbox.withdrawOf', { what: item.what })
          }
          onClick={() => void confirmWithdrawal()}
        >
          {refused ? t('outbox.discardIt') : t('outbox.withdrawIt')}
        </Button>
      </div>
    </Box>
  );
}
