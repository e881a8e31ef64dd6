/**
 * Something that was saved and is not at the server: since when, or why it was refused, and its way back to its author.
 * Never shown as saved.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { withdraw } from './outbox.ts';
import { useIsSending } from './outbox-client.ts';
import type { PendingCommand } from './pending-command.ts';
import { formatTime } from '../platform/time/instants.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { confirm } from '../components/dialogs/confirm.ts';
import { outboxText as text } from './messages.ts';

interface Props {
  item: PendingCommand;
  /** Opens its editor with what is given back. */
  onEdit?: (item: PendingCommand) => void;
  /** What would go along when it is withdrawn. */
  along?: readonly PendingCommand[];
  children?: ReactNode;
}

const look = {
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
  '& .words': { flex: '1 1 14rem', overflowWrap: 'anywhere' },
};

export function PendingItem({ item, onEdit, along = [], children }: Props) {
  const isUnderWay = useIsSending(item.key);
  const { refused } = item;
  const edit = () => {
    const back = withdraw(item.key);
    if (back) onEdit?.(back);
  };
  const confirmWithdrawal = async () => {
    const question = refused ? text.discard : text.withdraw(item.tried);
    if (await confirm({ ...question, body: [question.body, ...along.map(({ what }) => what)].join(' '), danger: true }))
      for (const { key } of [...along, item]) withdraw(key);
  };
  return (
    <Box data-waiting={item.key} data-refused={refused !== undefined} css={look}>
      {children}
      <div className="state">
        {refused ? <TriangleAlert size={16} aria-hidden /> : <CloudOff size={16} aria-hidden />}
        <span className="words" role="status">
          {refused ? (
            <>
              {text.refused}{' '}
              <span dir="auto">
                <ClinicalText>{refused.message}</ClinicalText>
              </span>
            </>
          ) : isUnderWay ? (
            text.underWay
          ) : (
            <ClinicalText>{`${text.waits(formatTime(new Date(item.at).toISOString()))}${item.tried ? ` ${text.tried}` : ''}`}</ClinicalText>
          )}
        </span>
        {onEdit ? (
          <Button size="xs" variant="outline" disabled={isUnderWay} aria-label={text.editOf(item.what)} onClick={edit}>
            {text.edit}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="ghost"
          disabled={isUnderWay}
          aria-label={text.withdrawOf(item.what, refused !== undefined)}
          onClick={() => void confirmWithdrawal()}
        >
          {refused ? text.discardIt : text.withdrawIt}
        </Button>
      </div>
    </Box>
  );
}
