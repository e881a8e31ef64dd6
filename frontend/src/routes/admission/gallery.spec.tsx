import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, mona, team, written } from '../../testing/hospital.ts';
import '../../features/gallery/gallery-tab.tsx';

const at = '/admissions/a1?tab=gallery';

test('Upload waits for a title', async () => {
  const { user } = openChart(mona, at);
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  expect(within(form).getByRole('button', { name: 'Upload' })).toBeDisabled();
  await user.type(within(form).getByLabelText('Title*'), 'جرح');
  expect(within(form).getByRole('button', { name: 'Upload' })).toBeEnabled();
  expect(within(form).queryByRole('button', { name: /complete Saving/ })).not.toBeInTheDocument();
});

test('a team without an upload preset sees what to do', async () => {
  openChart(mona, at, { 'GET /api/teams/t1': { ...team, uploadPreset: '' } });
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  expect(form).toHaveTextContent('no upload preset');
  expect(within(form).getByLabelText('Title*')).toBeDisabled();
  expect(within(form).getByRole('button', { name: 'Upload' })).toBeDisabled();
});

test('a group is deleted after a confirmation, and the badge counts without it', async () => {
  const { user, commands } = openChart(mona, at, {
    'DELETE /api/admissions/a1/gallery/g1': {
      ...admission.gallery[0]!,
      admission: 'a1',
      gallery: [],
      version: 9,
      ...written,
    },
  });
  expect(await screen.findByRole('tab', { name: /Gallery/ })).toHaveTextContent('1');
  await user.click(await screen.findByRole('button', { name: 'Delete Chest X-ray' }));
  const question = await screen.findByRole('alertdialog', { name: 'are you sure?' });
  expect(question).toHaveTextContent('“Chest X-ray” with 2 images');
  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('No images yet')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('tab', { name: /Gallery/ })).toHaveTextContent('0'));
  expect(commands()).toMatchObject([{ call: 'DELETE /api/admissions/a1/gallery/g1' }]);
});

test('a group says who added it, and when', async () => {
  openChart(mona, at, {
    'GET /api/admissions/a1/details': {
      ...admission,
      gallery: [{ ...admission.gallery[0]!, userId: 'u2', createdAt: '2026-03-03T12:05:00.000Z' }],
    },
  });
  const head = await screen.findByRole('button', { name: /2 images/, expanded: true });
  await waitFor(() => expect(head).toHaveTextContent(/u2 X · 2026-03-03 \d\d:05/));
});

test('a member who only reads sees the images and cannot change them', async () => {
  openChart(dina, at);
  expect(await screen.findByRole('button', { name: 'Chest X-ray: image 1 of 2' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Add New Images' })).not.toBeInTheDocument();
});
