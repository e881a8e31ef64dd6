/** A day and a time of the hospital's clock, for an instant. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { isDate } from '../../platform/time/dates.ts';
import { fieldTime } from '../../platform/time/typed-date.ts';
import { isPast, serverNow, toHospitalTime, toInstant } from './hospital-time.ts';

interface Props {
  label: string;
  instant: string;
  locked: boolean;
  /** "Now" becomes the instant of the server's clock, so that the same report can be made again. */
  offersNow?: boolean;
  onChange: (instant: string) => void;
}

const partsOf = (instant: string): { date: string; time: string } => {
  const [date = '', time = ''] = toHospitalTime(instant).split('T');
  return { date, time };
};
const instantOf = ({ date, time }: { date: string; time: string }): string => toInstant(`${date}T${fieldTime(time)}`);

export function InstantField({ label, instant, locked, offersNow = false, onChange }: Props) {
  const t = useTranslation();
  // An incomplete time is no instant and stays in the fields.
  const [typed, setTyped] = useState(() => partsOf(instant));
  const [last, setLast] = useState(instant);
  const [isTyping, setIsTyping] = useState(false);
  if (last !== instant) {
    setLast(instant);
    if (instantOf(typed) !== instant) setTyped(partsOf(instant));
  }
  const change = (patch: Partial<typeof typed>): void => {
    const next = { ...typed, ...patch };
    setTyped(next);
    onChange(instantOf(next));
  };
  const isTimeRead = typed.time === '' || isTyping || /^\d\d:\d\d$/.test(fieldTime(typed.time));
  return (
    <Box display="flex" flexWrap="wrap" gap="2" alignItems="start" gridColumn={{ base: '1 / -1', md: 'auto' }}>
      <Box flex="1" minWidth="9rem">
        <DateField
          label={label}
          required
          disabled={locked}
          value={typed.date}
          onChange={(date) => change({ date })}
          hint={isDate(typed.date) ? t('reports.hospitalClock') : undefined}
          error={instant === '' || isPast(instant) ? undefined : t('reports.notOver')}
        />
      </Box>
      <Box width="5.5rem">
        <FormField
          label={t('reports.time')}
          required
          disabled={locked}
          error={isTimeRead ? undefined : t('reports.timeOfDay', { time: '09:40' })}
        >
          <Input
            dir="ltr"
            className="tabular"
            css={{ 'html[dir=rtl] &': { textAlign: 'right' } }}
            inputMode="decimal"
            autoComplete="off"
            placeholder={t('reports.timeForm')}
            value={typed.time}
            onChange={(event) => {
              setIsTyping(true);
              change({ time: event.target.value });
            }}
            onBlur={() => {
              setIsTyping(false);
              change({ time: fieldTime(typed.time) });
            }}
          />
        </FormField>
      </Box>
      {offersNow && !locked && (
        <Button size="xs" variant="outline" marginBlockStart="6" onClick={() => void serverNow().then(onChange)}>
          {t('reports.now')}
        </Button>
      )}
    </Box>
  );
}
