import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { showField, field, button, day, beginsInCairo } from '../../testing/date-field.tsx';

beginsInCairo();

test('the calendar has the months and years, and no day beyond a bound', async () => {
  const { user, values } = showField({ value: '2026-03-02', max: '2026-03-03' });
  await user.click(button('Calendar'));
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' });
  await user.click(day(calendar, '4'));
  expect(values).toEqual([]);
  await user.click(within(calendar).getByRole('button', { name: 'March 2026: choose another month or year' }));
  await user.click(within(calendar).getByRole('button', { name: '2026: choose another month or year' }));
  await user.click(await within(calendar).findByText('2024'));
  await user.click(await within(calendar).findByText('February'));
  await waitFor(() => expect(day(calendar, '29')).toBeVisible());
  await user.click(day(calendar, '29'));
  await waitFor(() => expect(field()).toHaveValue('2024-02-29'));
});

test('in Arabic the sentences, the calendar and its digits are those of the page, and the date stays as it is', async () => {
  await chooseLanguage('ar', 'arab');
  const { user } = showField({ label: 'البدء', near: ['today'] });
  await user.type(field(), '٢/٣/٦٠{Enter}');
  expect(field()).toHaveAccessibleErrorMessage('تُكتب السنة بأربعة أرقام.');
  await user.click(button('اليوم'));
  expect(field()).toHaveValue('2026-03-03');
  expect(field()).toHaveAttribute('dir', 'ltr');
  expect(field()).toHaveAccessibleDescription('الثلاثاء');
  await user.click(button('تقويم'));
  const calendar = await screen.findByRole('dialog', { name: 'تقويم' });
  await waitFor(() => expect(day(calendar, '٣')).toHaveFocus());
  // The week begins on Saturday, and the left arrow leads on.
  expect(calendar.querySelector('[data-part=table-header]')).toHaveTextContent('س');
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(day(calendar, '٤')).toHaveFocus());
  expect(within(calendar).getByRole('button', { name: /اختيار شهر/ })).toHaveTextContent('مارس ٢٠٢٦');
});
