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
  await waitFor(() => expect(search.getByLabelText('Name or record number')).toHaveFocus());
  expect(await screen.findByRole('link', { name: /Show/ })).toBeInTheDocument();

  await user.clear(search.getByLabelText('Fourth name'));
  await screen.findByText('No patient found');
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

test('the cursor is in the one field; a patient is added beside others, with the parts of the whole name', async () => {
  const searched: Record<string, string>[] = [];
  const { user } = openChart(mona, '/patientlist/t1', {
    'GET /api/patients/team/t1': ({ search }: { search: Record<string, string> }) => {
      searched.push(search);
      return found(patient);
    },
  });
  const field = await screen.findByLabelText('Name or record number');
  expect(field).toHaveFocus();
  await user.keyboard('عبد الرحمن محمد علي');
  await waitFor(() => expect(searched.at(-1)).toMatchObject({ text: 'عبد الرحمن محمد علي' }));
  expect(searched.at(-1)).not.toHaveProperty('firstName');
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  const form = within(screen.getByRole('form', { name: 'Add Patient' }));
  expect([
    form.getByLabelText(/First name/),
    form.getByLabelText('Father'),
    form.getByLabelText('Grandfather'),
  ]).toMatchObject([{ value: 'عبد الرحمن' }, { value: 'محمد' }, { value: 'علي' }]);
});

test('a whole name that is typed into the first name is divided once', async () => {
  const { user } = openChart(mona, '/patientlist/t1', { 'GET /api/patients/team/t1': found() });
  await user.click(await screen.findByRole('button', { name: 'Add Patient' }));
  const form = within(screen.getByRole('form', { name: 'Add Patient' }));
  const [first, father] = [form.getByLabelText(/First name/), form.getByLabelText('Father')];
  await user.type(first, 'Mary Ann');
  await user.tab();
  expect([first, father]).toMatchObject([{ value: 'Mary' }, { value: 'Ann' }]);
  await user.clear(father);
  await user.type(first, ' Ann');
  await user.tab();
  expect([first, father]).toMatchObject([{ value: 'Mary Ann' }, { value: '' }]);
});

test('a row opens the chart of the current stay in this tab, and Show the patient', async () => {
  openChart(mona, '/patientlist/t1', {
    'GET /api/patients/team/t1': { ...found(patient), patients: [{ ...patient, admission: 'a1' }] },
  });
  const show = await screen.findByRole('link', { name: /Show/ });
  const row = within(show.closest('li')!).getAllByRole('link');
  expect(row.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/admissions/a1', null],
    [`/patient/${patient._id}`, null],
  ]);
});
