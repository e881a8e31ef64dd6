/** Photos of a camera, pictures of another kind, and the limit of a group. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { mona } from '../../testing/hospital.ts';
import '../../features/gallery/gallery-tab.tsx';

const at = '/admissions/a1?tab=gallery';
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
