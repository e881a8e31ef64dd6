/** For specs of the date field: the field in a form. */
import { LocaleProvider } from '@chakra-ui/react/locale';
import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import './english.ts';
import { chooseLanguage, currentLanguage } from '../platform/language/language.ts';
import { setTimeZone, timeZone } from '../platform/time/dates.ts';
import { show } from './component.tsx';
import { DateField } from '../components/forms/date-field.tsx';

type Props = Partial<Parameters<typeof DateField>[0]>;

/** A form as the screens have it. `values` has each value that the field reported. */
export function showField({ value: first = '', ...props }: Props = {}) {
  const values: string[] = [];
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const onEscape = vi.fn();
  function Form() {
    const [value, setValue] = useState(first);
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <form onSubmit={onSubmit} onKeyDown={(event) => event.key === 'Escape' && onEscape()}>
        <DateField
          label="Start"
          {...props}
          value={value}
          onChange={(next) => {
            values.push(next);
            setValue(next);
          }}
        />
        <button type="submit">Save</button>
        <button type="button" onClick={() => setValue('2001-02-03')}>
          From outside
        </button>
      </form>
    );
  }
  const shown = show(
    <LocaleProvider locale={currentLanguage().locale}>
      <Form />
    </LocaleProvider>,
  );
  return { ...shown, values, onSubmit, onEscape };
}
export const field = (): HTMLInputElement => screen.getByLabelText(/^(Start|البدء)/);
export const button = (name: string) => screen.getByRole('button', { name });

export const day = (calendar: HTMLElement, number: string) =>
  within(calendar).getByText(number, { selector: '[data-view=day]:not([data-outside-range])' });

/** Each test of the file begins in Cairo, at 00:30 of 2026-03-03. */
export function beginsInCairo(): void {
  const zone = timeZone();
  beforeEach(() => {
    setTimeZone('Africa/Cairo');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T22:30:00Z') });
  });
  afterEach(async () => {
    vi.useRealTimers();
    setTimeZone(zone);
    await act(() => chooseLanguage('en', 'latn'));
  });
}
