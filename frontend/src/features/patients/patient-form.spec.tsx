import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { show } from '../../testing.tsx';
import { PatientForm } from './patient-form.tsx';
import { emptySearch } from './search-state.ts';

const searched = { ...emptySearch, firstName: 'محمد', birthdate: '1960-05-01' };

test('what was searched is filled in already, and the age is shown', () => {
  show(<PatientForm initial={searched} submitLabel="Add Patient" busy={false} error={null} done={false} onSubmit={() => undefined} />);
  expect(screen.getByLabelText(/First name/)).toHaveValue('محمد');
  expect(screen.getByText(/^Age \d+ y/)).toBeInTheDocument();
});

test('a patient is handed over as typed', async () => {
  const onSubmit = vi.fn();
  const { user } = show(<PatientForm initial={searched} submitLabel="Add Patient" busy={false} error={null} done={false} onSubmit={onSubmit} />);
  await user.type(screen.getByLabelText('Father'), 'أحمد');
  await user.type(screen.getByLabelText('Unified medical record number'), '٢٠٠');
  await user.click(screen.getByRole('button', { name: 'Add Patient' }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ ...searched, middleName: 'أحمد', medicalRecordNumber: '٢٠٠' });
});

test('while it is being saved nothing is sent again', async () => {
  const onSubmit = vi.fn();
  const { user } = show(<PatientForm initial={searched} submitLabel="Add Patient" busy error={null} done={false} onSubmit={onSubmit} />);
  await user.type(screen.getByLabelText('Father'), '{enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a refusal stands at its field and in the alert', async () => {
  const error = new ApiError(400, 'Some fields are wrong', { message: 'Some fields are wrong', code: 'invalid', fields: { birthdate: 'Birth cannot be in the future' } });
  show(<PatientForm initial={searched} submitLabel="Add Patient" busy={false} error={error} done={false} onSubmit={() => undefined} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields are wrong');
  await waitFor(() => expect(screen.getByLabelText(/Birthdate/)).toHaveAccessibleErrorMessage('Birth cannot be in the future'));
});
