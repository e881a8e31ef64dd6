import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, mona } from '../../testing/hospital.ts';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './patients.tsx';

const patient = { ...admission.patientDetails, version: 1 };
const found = (...patients: (typeof patient)[]) => ({
  patients,
  inpatients: [],
  page: 1,
  pages: 1,
  total: patients.length,
});

test('Add Patient takes the place of the search, and the way back takes what was typed into the search', async () => {
  const { user } = openChart(mona, '/patientlist/t1?firstName=%D9%86%D9%88%D8%B1', {
    'GET /api/patients/team/t1': ({ search }: { search: Record<string, string> }) =>
      search['fourthName'] === 'سالم' ? found(patient) : found(),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  const form = screen.getByRole('form', { name: 'Add Patient' });
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  expect(screen.queryByText('No patient found')).not.toBeInTheDocument();
  expect(within(form).getByLabelText(/First name/)).toHaveValue('نور');
  // The first field without a value.
  expect(within(form).getByLabelText('Father')).toHaveFocus();
  await user.type(within(form).getByLabelText('Fourth name'), 'سالم');
  await user.type(within(form).getByLabelText(/record/i), '4711');

  await user.click(within(form).getByRole('button', { name: 'Back to search' }));
  const search = within(screen.getByRole('search'));
  expect([
    search.getByLabelText('First name'),
    search.getByLabelText('Fourth name'),
    search.getByLabelText('Record number'),
  ]).toMatchObject([{ value: 'نور' }, { value: 'سالم' }, { value: '4711' }]);
  // Record numbers have letters: no keypad of digits alone.
  expect(search.getByLabelText('Record number')).not.toHaveAttribute('inputmode');
  await waitFor(() => expect(search.getByLabelText('First name')).toHaveFocus());
  expect(await screen.findByRole('link', { name: /Show/ })).toBeInTheDocument();

  await user.clear(search.getByLabelText('Fourth name'));
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  const again = within(screen.getByRole('form', { name: 'Add Patient' }));
  expect(again.getByLabelText(/record/i)).toHaveValue('4711');
  expect(again.getByLabelText(/record/i)).not.toHaveAttribute('inputmode');
  expect(again.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});

test('a birthdate is searched once it is a date', async () => {
  const searched: (string | undefined)[] = [];
  openChart(mona, '/patientlist/t1', {
    'GET /api/patients/team/t1': ({ search }: { search: Record<string, string> }) => {
      searched.push(search['birthdate']);
      return found(patient);
    },
  });
  const field = await screen.findByLabelText('Birthdate');
  await screen.findByRole('link', { name: /Show/ });
  fireEvent.change(field, { target: { value: '2/3/19' } });
  await waitFor(() => expect(screen.queryByRole('link', { name: /Show/ })).not.toBeInTheDocument());
  fireEvent.change(field, { target: { value: '٢/٣/١٩٦٠' } });
  expect(await screen.findByRole('link', { name: /Show/ })).toBeInTheDocument();
  expect(searched.at(-1)).toBe('1960-03-02');
  expect(searched).not.toContain('2/3/19');
});
