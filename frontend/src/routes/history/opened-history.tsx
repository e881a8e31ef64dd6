/**
 * What is behind the button of a history: its changes, and under those of a whole stream what proves them. One chunk,
 * loaded with the first press.
 */
import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import History, { type HistoryProps } from '../../features/history/history.tsx';
import { Proof } from '../../features/time-travel/proof.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { historyButtonText as text } from '../../clinical/history-messages.ts';

export default function OpenedHistory(props: HistoryProps) {
  return <History {...props} proof={props.of === undefined ? <Proven kind={props.kind} id={props.id} /> : undefined} />;
}

/** Of a chart this stands with the chart as it was, which goes through all of its stream. */
function Proven({ kind, id }: Pick<HistoryProps, 'kind' | 'id'>) {
  const [open, setOpen] = useState(false);
  return (
    <Box marginBlockStart="2">
      <Disclosure label={text.proof} open={open} onToggle={setOpen}>
        <Proof kind={kind} id={id} />
      </Disclosure>
    </Box>
  );
}
