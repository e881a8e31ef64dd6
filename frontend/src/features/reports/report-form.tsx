/** Which report, of which days. Locked while one is made or shown. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { reportTypes } from 'command-api/domain/codes';
import { Eraser, GitCompareArrows, History } from 'lucide-react';
import { useState } from 'react';
import { today } from '../../platform/time/dates.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { isInOrder, monthBack, needsDates, reportType, type Ask } from './ask.ts';
import { instantOf, isOver, localOf, serversNow } from './known-on.ts';
import { reportsText as text } from './messages.ts';

interface Props {
  ask: Ask;
  locked: boolean;
  onSet: (patch: Partial<Ask>) => void;
  onClear: () => void;
}

export function ReportForm({ ask, locked, onSet, onClear }: Props) {
  const dated = needsDates(ask.type);
  const months = [
    { label: text.thisMonth, back: 0 },
    { label: text.lastMonth, back: 1 },
  ];
  return (
    <Box
      as="section"
      aria-label={text.ask}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'minmax(12rem, 1.2fr) 1fr 1fr auto' }}
      gap="3"
      alignItems="start"
    >
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <FormField label={text.type} required disabled={locked}>
          <NativeSelect.Root disabled={locked}>
            <NativeSelect.Field
              value={ask.type ?? ''}
              onChange={(event) => onSet({ type: reportType(event.target.value) })}
            >
              <option value="">{text.select}</option>
              {reportTypes.map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
      </Box>
      {dated && (
        <>
          <FormField label={text.from} required disabled={locked}>
            <Input type="date" value={ask.startDate} onChange={(event) => onSet({ startDate: event.target.value })} />
          </FormField>
          <FormField label={text.to} required disabled={locked} error={isInOrder(ask) ? undefined : text.wrongOrder}>
            <Input type="date" value={ask.endDate} onChange={(event) => onSet({ endDate: event.target.value })} />
          </FormField>
        </>
      )}
      <Box gridColumn={{ base: '1 / -1', md: '-2 / -1' }} paddingBlockStart={{ base: '0', md: '5' }}>
        <Button
          variant="outline"
          colorPalette="gray"
          disabled={
            !locked && ask.type === undefined && ask.startDate === '' && ask.endDate === '' && ask.asOf === undefined
          }
          onClick={onClear}
        >
          <Eraser aria-hidden />
          {text.clear}
        </Button>
      </Box>
      {ask.asOf !== undefined && (
        <InstantField label={text.knownOn} instant={ask.asOf} locked={locked} onSay={(asOf) => onSet({ asOf })} />
      )}
      {ask.against !== undefined && (
        <InstantField
          label={text.against}
          instant={ask.against}
          locked={locked}
          offersNow
          onSay={(against) => onSet({ against })}
        />
      )}
      {!locked && (
        <Box gridColumn="1 / -1" display="flex" flexWrap="wrap" gap="2">
          {dated &&
            months.map(({ label, back }) => (
              <Button key={back} size="xs" variant="outline" onClick={() => onSet(monthBack(today(), back))}>
                {label}
              </Button>
            ))}
          {ask.asOf === undefined && (
            <Button size="xs" variant="outline" onClick={() => onSet({ asOf: '' })}>
              <History size={14} aria-hidden />
              {text.askKnownOn}
            </Button>
          )}
          {ask.asOf !== undefined && ask.against === undefined && (
            <Button size="xs" variant="outline" onClick={() => onSet({ against: '' })}>
              <GitCompareArrows size={14} aria-hidden />
              {text.askAgainst}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

interface InstantProps {
  label: string;
  instant: string;
  locked: boolean;
  /** What is known by now is asked for as known at this moment, so that it is the same when it is asked again. */
  offersNow?: boolean;
  onSay: (instant: string) => void;
}

function InstantField({ label, instant, locked, offersNow = false, onSay }: InstantProps) {
  // What is typed is no instant yet, and must stay.
  const [typed, setTyped] = useState(() => localOf(instant));
  const [last, setLast] = useState(instant);
  if (last !== instant) {
    setLast(instant);
    if (instantOf(typed) !== instant) setTyped(localOf(instant));
  }
  const say = (local: string): void => {
    setTyped(local);
    onSay(instantOf(local));
  };
  return (
    <Box display="flex" gap="2" alignItems="start" gridColumn={{ base: '1 / -1', md: 'auto' }}>
      <FormField
        label={label}
        required
        disabled={locked}
        hint={text.hospitalClock}
        error={instant === '' || isOver(instant) ? undefined : text.notOver}
      >
        <Input type="datetime-local" value={typed} onChange={(event) => say(event.target.value)} />
      </FormField>
      {offersNow && !locked && (
        <Button size="xs" variant="outline" marginBlockStart="6" onClick={() => void serversNow().then(onSay)}>
          {text.now}
        </Button>
      )}
    </Box>
  );
}
