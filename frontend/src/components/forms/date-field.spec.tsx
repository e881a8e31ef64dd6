import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showField, field, button, day, beginsInCairo } from '../../testing/date-field.tsx';
import { show } from '../../testing/component.tsx';
import { DateField } from './date-field.tsx';

beginsInCairo();

test('a typed date is reported as soon as it is whole, and written as YYYY-MM-DD when the field is left', async () => {
  const { user, values } = showField();
  await user.type(field(), '2/3/1960');
  expect(field()).toHaveValue('2/3/1960');
  expect(values.slice(-2)).toEqual(['2/3/196', '1960-03-02']);
  await user.tab();
  expect(field()).toHaveValue('1960-03-02');
  expect(values.at(-1)).toBe('1960-03-02');
  expect(field()).toHaveAccessibleDescription('Wed');
});

test('a date that is filled in at once is reported at once', () => {
  const { values } = showField();
  fireEvent.change(field(), { target: { value: '2026-03-02' } });
  expect(values).toEqual(['2026-03-02']);
});

test('Enter writes the date as YYYY-MM-DD and sends the form', async () => {
  const { user, onSubmit } = showField();
  await user.type(field(), '٢/٣/١٩٦٠{Enter}');
  expect(field()).toHaveValue('1960-03-02');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a mistake is told when the field is left, keeps the text, and holds the form back', async () => {
  const { user, values, onSubmit } = showField();
  await user.type(field(), '30/2/2026');
  expect(field()).not.toHaveAttribute('aria-invalid');
  expect(field()).toHaveAccessibleDescription('or day/month/year');
  await user.click(button('Save'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field()).toHaveValue('30/2/2026');
  expect(values.at(-1)).toBe('30/2/2026');
  expect(field()).toHaveAccessibleErrorMessage('2026-02-30 is not a valid date.');
  await user.clear(field());
  await user.type(field(), '2/3/60{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field()).toHaveAccessibleErrorMessage('Write the year with four digits.');
  await user.type(field(), '{Backspace}{Backspace}1960{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(field()).toHaveValue('1960-03-02');
});

test('the text of a draft is shown with its mistake', () => {
  showField({ value: '3/13/2026' });
  expect(field()).toHaveValue('3/13/2026');
  expect(field()).toHaveAccessibleErrorMessage('There is no month 13: write the day before the month.');
});

test('bounds are told as sentences', async () => {
  const { user, onSubmit } = showField({ min: '2026-03-01', max: '2026-03-03' });
  await user.type(field(), '4/3/2026{Enter}');
  expect(field()).toHaveAccessibleErrorMessage('No date after 2026-03-03 is possible here.');
  await user.clear(field());
  await user.type(field(), '28/2/2026{Enter}');
  expect(field()).toHaveAccessibleErrorMessage('No date before 2026-03-01 is possible here.');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a form that is locked while the field has the focus shows the date as YYYY-MM-DD', async () => {
  function Locking() {
    const [value, setValue] = useState('');
    return <DateField label="Start" value={value} onChange={setValue} disabled={value === '1960-03-02'} />;
  }
  const { user } = show(<Locking />);
  await user.type(field(), '2/3/1960');
  expect(field()).toBeDisabled();
  expect(field()).toHaveValue('1960-03-02');
});

test('an empty field is no mistake, unless it is required', async () => {
  const { user, onSubmit, values } = showField();
  await user.type(field(), ' {Enter}');
  expect(values.at(-1)).toBe('');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(field()).toHaveValue('');
});

test('a required field holds the form back while it is empty', async () => {
  const { user, onSubmit } = showField({ required: true });
  await user.click(button('Save'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field()).toBeRequired();
});

test('a value from outside replaces the text', async () => {
  const { user } = showField();
  await user.type(field(), 'someday');
  await user.click(button('From outside'));
  expect(field()).toHaveValue('2001-02-03');
});

test('arrows change the day, Page Up and Page Down the month, with Shift the year', async () => {
  const { user, values } = showField({ value: '2026-01-31' });
  await user.click(field());
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowUp}{PageUp}{PageDown}');
  await user.keyboard('{Shift>}{PageUp}{PageDown}{PageDown}{/Shift}');
  expect(values).toEqual([
    '2026-02-01',
    '2026-01-31',
    '2026-01-30',
    '2026-01-31',
    '2026-02-28',
    '2026-01-28',
    '2027-01-28',
    '2026-01-28',
    '2025-01-28',
  ]);
});

test('arrows stop at a bound, begin with today, and leave a text that is no date', async () => {
  const { user } = showField({ max: '2026-03-04' });
  await user.click(field());
  await user.keyboard('{ArrowUp}');
  expect(field()).toHaveValue('2026-03-03');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(field()).toHaveValue('2026-03-04');
  await user.clear(field());
  await user.type(field(), '30/2/2026{ArrowUp}');
  expect(field()).toHaveValue('30/2/2026');
});

test('today and the days beside it are a press away', async () => {
  const { user } = showField({ near: ['yesterday', 'today', 'tomorrow'], max: '2026-03-03' });
  await user.click(button('Today'));
  expect(field()).toHaveValue('2026-03-03');
  await user.click(button('Yesterday'));
  expect(field()).toHaveValue('2026-03-02');
  expect(button('Tomorrow')).toBeDisabled();
  expect(button('Today')).toHaveAccessibleDescription('Start');
});

test('by Tab one passes from field to field without the buttons', async () => {
  const { user } = showField({ near: ['today'] });
  await user.click(field());
  await user.tab();
  expect(button('Save')).toHaveFocus();
});

test('a disabled and a read-only field change by nothing', async () => {
  const { user, values, unmount } = showField({ value: '2026-03-02', near: ['today'], disabled: true });
  expect(field()).toBeDisabled();
  expect(button('Today')).toBeDisabled();
  expect(button('Calendar')).toBeDisabled();
  unmount();
  const readOnly = showField({ value: '2026-03-02', near: ['today'], readOnly: true });
  await user.click(field());
  await user.keyboard('{ArrowUp}{Alt>}{ArrowDown}{/Alt}5');
  expect(button('Today')).toBeDisabled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect([...values, ...readOnly.values]).toEqual([]);
});

test('a date is picked in the calendar by keyboard, and the focus returns', async () => {
  const { user, values } = showField({ value: '2026-03-02' });
  await user.click(field());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' });
  await waitFor(() => expect(day(calendar, '2')).toHaveFocus());
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(day(calendar, '3')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(values).toEqual(['2026-03-03']);
  expect(field()).toHaveValue('2026-03-03');
  expect(field()).toHaveFocus();
});

test('Escape closes the calendar, and not what is around it', async () => {
  const { user, values, onEscape } = showField({ value: '2026-03-02' });
  await user.click(button('Calendar'));
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' });
  await waitFor(() => expect(day(calendar, '2')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(onEscape).not.toHaveBeenCalled();
  expect(button('Calendar')).toHaveFocus();
  expect(values).toEqual([]);
});
