import { screen, waitFor } from '@testing-library/react';
import type { SimilarPatient } from 'language/contract/entities';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/http/api.ts';
import { show, reads } from '../../testing/component.tsx';
import { PatientForm } from './add-patient.tsx';
import { emptySearch } from './patient-search.ts';

const searched = { ...emptySearch, firstName: 'محمد', birthdate: '1960-05-01' };
const form = (props: Partial<ComponentProps<typeof PatientForm>> = {}) =>
  show(
    <PatientForm
      initial={searched}
      team="t1"
      busy={false}
      error={null}
      isDone={false}
      similarTo={async () => []}
      onSubmit={() => undefined}
      onBack={() => undefined}
      {...props}
    />,
  );

test('the searched data is filled in, and the age is shown', () => {
  form();
  expect(screen.getByLabelText(/First name/)).toHaveValue('محمد');
  expect(screen.getByText(reads(/^Age \d+ y/))).toBeInTheDocument();
});

test('a patient is submitted as typed', async () => {
  const onSubmit = vi.fn();
  const { user } = form({ onSubmit });
  await user.type(screen.getByLabelText('Father'), 'أحمد');
  await user.type(screen.getByLabelText('Record number'), '٢٠٠');
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    ...searched,
    middleName: 'أحمد',
    medicalRecordNumber: '٢٠٠',
    sex: '',
  });
});

test('nothing is sent again during the save', async () => {
  const onSubmit = vi.fn();
  const { user } = form({ busy: true, onSubmit });
  await user.type(screen.getByLabelText('Father'), '{enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a refusal is shown at its field and in the alert', async () => {
  const error = new ApiError(400, 'Some fields are wrong', {
    message: 'Some fields are wrong',
    code: 'invalid',
    fields: { birthdate: 'Birth cannot be in the future' },
  });
  form({ error });
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields are wrong');
  await waitFor(() =>
    expect(screen.getByLabelText(/Birthdate/)).toHaveAccessibleErrorMessage('Birth cannot be in the future'),
  );
});

const twin: SimilarPatient = {
  ...searched,
  _id: 'p9',
  team: 't1',
  middleName: 'أحمد',
  medicalRecordNumber: '77',
  sex: '',
  version: 1,
  agrees: ['birthdate', 'similarName'],
};

test('the way back gives what is typed', async () => {
  const onBack = vi.fn();
  const { user } = form({ onBack });
  expect(screen.getByText(reads('No patient was found: محمد · 1960-05-01'))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to search' }));
  expect(onBack).toHaveBeenLastCalledWith(searched, false);
  await user.type(screen.getByLabelText('Father'), 'أحمد');
  await user.click(screen.getByRole('button', { name: 'Back to search' }));
  expect(onBack).toHaveBeenLastCalledWith({ ...searched, middleName: 'أحمد' }, true);
});

test('a near match is shown first, and the patient can be added anyway', async () => {
  const onSubmit = vi.fn();
  const { user } = form({ onSubmit, similarTo: async () => [twin] });
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  expect(
    await screen.findByRole('heading', { name: 'A patient with very similar data is already registered' }),
  ).toHaveFocus();
  expect(screen.getByRole('link', { name: 'محمد أحمد' })).toHaveAttribute('href', '/patient/p9');
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Another person: add anyway' }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ ...searched, sex: '' });
});

test('a name that is changed after a warning is compared again', async () => {
  const similarTo = vi.fn(async () => [twin]);
  const { user } = form({ similarTo });
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  await screen.findByRole('heading', { name: /very similar data/ });
  await user.type(screen.getByLabelText('Father'), 'علي');
  expect(screen.queryByRole('heading', { name: /very similar data/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  expect(similarTo).toHaveBeenLastCalledWith({ ...searched, middleName: 'علي' });
});

test('a failed comparison does not block', async () => {
  const onSubmit = vi.fn();
  const { user } = form({ onSubmit, similarTo: () => Promise.reject(new ApiError(0, 'No connection to the server')) });
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ ...searched, sex: '' }));
});

test('a pasted full name fills the four fields, compounds kept together', async () => {
  const { user } = form();
  await user.click(screen.getByLabelText(/First name/));
  await user.paste('محمد عبد الرحمن علي السيد');
  expect(
    ['First name', 'Father', 'Grandfather', 'Fourth name'].map(
      (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(label)).value,
    ),
  ).toEqual(['محمد', 'عبد الرحمن', 'علي', 'السيد']);
});
