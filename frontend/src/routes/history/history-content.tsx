/** The content of a history panel: the changes, and the verification of a whole stream. Loaded on the first opening. */
import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import History, { type HistoryProps } from '../../features/history/history.tsx';
import { VerificationPanel } from '../../features/time-travel/verification-panel.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { historyButtonText as text } from '../../clinical/history-messages.ts';

export default function HistoryContent(props: HistoryProps) {
  return (
    <History
      {...props}
      verification={props.of === undefined ? <Verification kind={props.kind} id={props.id} /> : undefined}
    />
  );
}

function Verification({ kind, id }: Pick<HistoryProps, 'kind' | 'id'>) {
  const [open, setOpen] = useState(false);
  return (
    <Box marginBlockStart="2">
      <Disclosure label={text.proof} open={open} onToggle={setOpen}>
        <VerificationPanel kind={kind} id={id} />
      </Disclosure>
    </Box>
  );
}
