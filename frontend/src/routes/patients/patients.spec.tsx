import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admission, mona, openChart } from '../../testing/chart.ts';
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

test('the form of a new patient stays during later searches and is closed by its button', async () => {
  const { user } = openChart(mona, '/patientlist/t1?firstName=%D9%86%D9%88%D8%B1', {
    'GET /api/patients/team/t1': ({ search }: { search: Record<string, string> }) =>
      search['firstName'] === 'نور' ? found() : found(patient),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  const form = screen.getByRole('form', { name: 'Add Patient' });
  const record = within(form).getByLabelText(/record/i);
  await user.type(record, '4711');

  await user.clear(screen.getAllByLabelText('First name').find((field) => !form.contains(field))!);
  expect(await screen.findByRole('link', { name: /Show/ })).toBeInTheDocument();
  expect(record).toBeInTheDocument();
  expect(record).toHaveValue('4711');
  await user.click(screen.getByRole('checkbox', { name: /Inpatients/ }));
  expect(record).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(record).not.toBeInTheDocument());
});
