/**
 * A field for a date of care: typed text with a calendar beside it. It shows `YYYY-MM-DD`, left to right, in each
 * language (docs/decisions/browser/date-field.md).
 */
import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { useFieldContext } from '@chakra-ui/react/field';
import { Input, type InputProps } from '@chakra-ui/react/input';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { shortWeekday, today } from '../../platform/time/dates.ts';
import {
  dateProblemText,
  fieldDate,
  moveDate,
  readDate,
  within,
  type DateBounds,
} from '../../platform/time/typed-date.ts';
import { AsyncBoundary, lazyComponent } from '../lazy-component.tsx';
import { ClinicalText } from '../text/clinical-text.tsx';
import { touch } from '../theme/system.ts';
import { FormField } from './form-field.tsx';

/** Days at hand, as days from today. */
const nearDays = { yesterday: -1, today: 0, tomorrow: 1 } as const;
export type NearDay = keyof typeof nearDays;
const nearDate = (day: NearDay): CalendarDate => moveDate(today(), { days: nearDays[day] });

interface Props extends DateBounds {
  label: ReactNode;
  isLabelHidden?: boolean;
  /** `YYYY-MM-DD`, or the text of a field that is no date, or empty. */
  value: string;
  /** Called with each key: with `YYYY-MM-DD` as soon as the text is a date, else with the text. */
  onChange: (value: string) => void;
  /** Buttons below the field. */
  near?: readonly NearDay[];
  /** The reason why the form or the server refuses the date. */
  error?: string | undefined;
  /** Shown instead of the weekday. */
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  size?: NonNullable<InputProps['size']>;
  ref?: RefObject<HTMLInputElement | null>;
}

/** With Alt, as in a native date field. */
const CALENDAR_KEY = 'Alt+↓';

/** With the library of the calendar, which no other part uses. */
const DateCalendar = lazyComponent(() => import('./date-calendar.tsx'));

/** The button stands at the end of the page's line; the date always goes from left to right. */
const besideButton = {
  'html[dir=ltr] &': { paddingRight: '9' },
  'html[dir=rtl] &': { paddingLeft: '9', textAlign: 'right' },
  [touch]: { 'html[dir=ltr] &': { paddingRight: '11' }, 'html[dir=rtl] &': { paddingLeft: '11' } },
};

export function DateField({
  label,
  isLabelHidden = false,
  value,
  onChange,
  near = [],
  min,
  max,
  error,
  hint,
  required = false,
  disabled = false,
  readOnly = false,
  size = 'md',
  ref,
}: Props) {
  const t = useTranslation();
  const ownRef = useRef<HTMLInputElement>(null);
  const input = ref ?? ownRef;
  const [text, setText] = useState(value);
  const [isEdited, setIsEdited] = useState(false);
  /** A half-typed date is no mistake yet, and stays as it is typed. A form that is locked meanwhile ends the typing. */
  const isTyping = isEdited && !disabled;
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (value !== fieldDate(text)) {
      setText(value);
      setIsEdited(false);
    }
  }
  const problem = dateProblemText(text, { min, max });
  const { date } = readDate(text);
  // The browser does not send a form with it. Forms that send by themselves ask `isDate`.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [input, problem]);

  const show = (next: string): void => {
    setText(next);
    setIsEdited(false);
    if (fieldDate(next) !== value) onChange(fieldDate(next));
  };
  const calendar = useCalendar(input);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') return setIsEdited(false);
    if (readOnly || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      return calendar.open();
    }
    const months = event.shiftKey ? 12 : 1;
    const step = { ArrowUp: { days: 1 }, ArrowDown: { days: -1 }, PageUp: { months }, PageDown: { months: -months } }[
      event.key
    ];
    if (!step) return;
    event.preventDefault();
    if (date) show(moveDate(date, step, { min, max }));
    else if (text.trim() === '') show(moveDate(today(), {}, { min, max }));
  };

  const order = date ? undefined : t('dateField.order');
  const shownHint = hint ?? (date ? shortWeekday(date) : undefined);
  return (
    <FormField
      label={label}
      isLabelHidden={isLabelHidden}
      required={required}
      disabled={disabled}
      readOnly={readOnly}
      error={problem === undefined ? error : isTyping ? undefined : <ClinicalText>{problem}</ClinicalText>}
      hint={
        <>
          {shownHint}
          {shownHint !== undefined && order !== undefined ? ' · ' : ''}
          {order}
        </>
      }
      actions={
        near.length === 0 ? undefined : (
          <Box display="flex" columnGap="1" marginInlineStart="-1">
            {near.map((day) => (
              <FieldButton
                key={day}
                disabled={within(nearDate(day), { min, max }) !== nearDate(day)}
                onClick={() => show(nearDate(day))}
              >
                {t(`dateField.${day}`)}
              </FieldButton>
            ))}
          </Box>
        )
      }
    >
      <Box position="relative" width="100%" maxW="16rem">
        <Input
          ref={input}
          size={size}
          dir="ltr"
          css={besideButton}
          className="tabular"
          type="text"
          // Digits with a separator: the keyboard of `numeric` has none on iOS.
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('dateField.placeholder')}
          value={isTyping ? text : fieldDate(text)}
          onChange={(event) => {
            setText(event.target.value);
            setIsEdited(true);
            onChange(fieldDate(event.target.value));
          }}
          onBlur={() => setIsEdited(false)}
          onKeyDown={onKeyDown}
        />
        <FieldButton {...calendar.button} {...atEnd} aria-label={t('dateField.calendar')} title={CALENDAR_KEY}>
          <CalendarDays size={16} aria-hidden />
        </FieldButton>
        {calendar.isOpen ? (
          <AsyncBoundary instead={<Box role="alert">{t('dateField.notLoaded')}</Box>}>
            <DateCalendar
              date={date}
              min={min}
              max={max}
              today={today()}
              buttonId={calendar.button.id}
              contentId={calendar.button['aria-controls']}
              onPick={show}
              onClose={calendar.close}
            />
          </AsyncBoundary>
        ) : null}
      </Box>
    </FormField>
  );
}

const atEnd = {
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  height: '100%',
  minW: '9',
  color: 'fg.muted',
} as const;

/** The keys of the field do the same, so the way by Tab from field to field has no button. */
function FieldButton({ disabled, ...props }: ButtonProps) {
  const field = useFieldContext();
  return (
    <Button
      type="button"
      size="2xs"
      variant="plain"
      color="brand.fg"
      paddingInline="1"
      tabIndex={-1}
      aria-describedby={field?.ids.label}
      disabled={(disabled ?? false) || field?.disabled || field?.readOnly}
      {...props}
    />
  );
}

/** The calendar of a field is open or not. Closed, it returns the focus to where it was opened. */
function useCalendar(input: RefObject<HTMLInputElement | null>) {
  const [id, contentId] = [useId(), useId()];
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const open = (): void => {
    opener.current = document.activeElement === input.current ? input.current : document.getElementById(id);
    setIsOpen(true);
  };
  const close = (): void => {
    const { activeElement } = document;
    if (activeElement === document.body || document.getElementById(contentId)?.contains(activeElement))
      opener.current?.focus();
    setIsOpen(false);
  };
  const button = {
    id,
    onClick: () => (isOpen ? close() : open()),
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'aria-controls': contentId,
  } as const;
  return { isOpen, open, close, button };
}
