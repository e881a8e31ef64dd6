/** The care details of an admission, and deletions. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { open, patient, stay, written } from '../../testing/patient.ts';
import { refusal, serve } from '../../testing/screen.tsx';

test('a patient without admissions is deleted after a confirmation; one with admissions cannot be', async () => {
  const first = await open();
  await screen.findByRole('button', { name: 'Save' });
  expect(screen.queryByRole('button', { name: 'Delete Patient' })).not.toBeInTheDocument();
  first.unmount();
  const { sent, user, router } = await open({
    'GET /api/admissions/p1': [],
    'DELETE /api/patients/p1': { ...patient, ...written },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Patient' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/patientlist/t1'));
  expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(await screen.findByText('Delete Status!')).toBeInTheDocument();
});

test('the list of patients follows a deletion whose live note closes the screen right after the answer', async () => {
  const { user, router } = await open({
    'GET /api/admissions/p1': [],
    'DELETE /api/patients/p1': { ...patient, ...written },
  });
  const { config } = queryClient.getMutationCache();
  config.onSettled = async () => {
    serve({ 'GET /api/patients/p1': refusal(404, { message: 'Not found', code: 'notFound', reason: 'not-found' }) });
    await act(() => queryClient.refetchQueries({ queryKey: queryKeys.patient('p1') }));
    expect(screen.queryByRole('button', { name: 'Delete Patient' })).not.toBeInTheDocument();
  };
  onTestFinished(() => void delete config.onSettled);
  await user.click(await screen.findByRole('button', { name: 'Delete Patient' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/patientlist/t1'));
});

test('typed text does not hold up the way to the list after a deletion', async () => {
  const { user, router } = await open({
    'GET /api/admissions/p1': [],
    'DELETE /api/patients/p1': { ...patient, ...written },
  });
  await user.type(await screen.findByLabelText('Record number'), '8');
  await user.click(await screen.findByRole('button', { name: 'Delete Patient' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/patientlist/t1'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('only the care details that were typed are sent', async () => {
  const { sent, user } = await open({
    'GET /api/admissions/p1': [{ ...stay, room: '2', workingDiagnosis: 'Sepsis' }],
    'PUT /api/admissions/a1/edit': ({ body }) => ({ ...stay, ...(body as object), ...written, version: 7 }),
  });
  expect(await screen.findByText('Sepsis')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit admission' }));
  expect(dialog.getByLabelText('Room')).toHaveValue('2');
  await user.type(dialog.getByLabelText('Bed'), '4');
  await user.type(dialog.getByLabelText('Consultant'), 'د. سمير');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ bed: '4', consultant: 'د. سمير' });
});

test('an admission can be deleted only without reviews', async () => {
  const { sent, user, unmount } = await open({ 'DELETE /api/admissions/a1': { ...stay, ...written } });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Edit admission' })).getByRole('button', { name: 'Delete' }),
  );
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent.some(({ call }) => call === 'DELETE /api/admissions/a1')).toBe(true));
  unmount();
  const second = await open({ 'GET /api/admissions/p1': [{ ...stay, reviewsCount: 2 }] });
  await second.user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(
    within(await screen.findByRole('dialog', { name: 'Edit admission' })).queryByRole('button', { name: 'Delete' }),
  ).not.toBeInTheDocument();
});
