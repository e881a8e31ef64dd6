import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admission, dina, mona, openChart, team, written } from '../../testing/chart.ts';
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

const photo = (name: string, type = 'image/jpeg') => new File(['photo'], name, { type });

test('a photo is taken before there is a title, which is typed while it is sent', async () => {
  const { user } = openChart(mona, at);
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  const camera = form.querySelector<HTMLInputElement>('[data-camera]')!;
  expect(camera).toHaveAttribute('capture', 'environment');
  for (let taken = 0; taken < 2; taken += 1) fireEvent.change(camera, { target: { files: [photo('image.jpg')] } });
  expect(within(form).getAllByRole('listitem')).toHaveLength(2);
  expect(within(form).getByLabelText('Title*')).toHaveFocus();
  expect(form).toHaveTextContent('The images are saved under this title');
  await user.keyboard('Wound');
  expect(form).not.toHaveTextContent('The images are saved under this title');
});

test('a picture of another kind is refused at once, with the reason', async () => {
  openChart(mona, at);
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  fireEvent.change(form.querySelector<HTMLInputElement>('[data-camera]')!, {
    target: { files: [photo('scan.tiff', 'image/tiff')] },
  });
  expect(await within(form).findByText('This is no JPEG, PNG or WebP image')).toBeInTheDocument();
});

test('a camera that is closed or not allowed says what to do', async () => {
  openChart(mona, at);
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  const camera = form.querySelector<HTMLInputElement>('[data-camera]')!;
  fireEvent(camera, new Event('cancel', { bubbles: true }));
  expect(await within(form).findByText(/No photo was taken/)).toBeInTheDocument();
  fireEvent.change(camera, { target: { files: [photo('image.jpg')] } });
  expect(within(form).queryByText(/No photo was taken/)).not.toBeInTheDocument();
});

test('a team without an upload preset sees what to do', async () => {
  openChart(mona, at, { 'GET /api/teams/t1': { ...team, uploadPreset: '' } });
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  expect(form).toHaveTextContent('no upload preset');
  expect(within(form).getByLabelText('Title*')).toBeDisabled();
  expect(within(form).getByRole('button', { name: 'Upload' })).toBeDisabled();
});

test('images beyond the limit of a group are not added, and a message says so', async () => {
  const { user } = openChart(mona, at);
  const form = await screen.findByRole('region', { name: 'Add New Images' });
  await user.type(within(form).getByLabelText('Title*'), 'Wound');
  await user.upload(
    form.querySelector<HTMLInputElement>('[data-files]')!,
    Array.from({ length: 32 }, (_, n) => new File([`${n}`], `${n}.jpg`, { type: 'image/jpeg' })),
  );
  expect(await within(form).findByText(/A group holds 30 images: 2 were not taken/)).toBeInTheDocument();
  expect(within(form).getAllByRole('listitem')).toHaveLength(30);
  expect(within(form).getByRole('button', { name: 'Upload' })).toHaveAttribute('title', 'A group holds 30 images');
  await user.click(within(form).getByRole('button', { name: 'Remove 7.jpg' }));
  expect(within(form).queryByText(/were not taken/)).not.toBeInTheDocument();
  expect(within(form).getByRole('button', { name: 'Upload' })).toBeEnabled();
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

test('a member who only reads sees the images and cannot change them', async () => {
  openChart(dina, at);
  expect(await screen.findByRole('button', { name: 'Chest X-ray: image 1 of 2' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Add New Images' })).not.toBeInTheDocument();
});
