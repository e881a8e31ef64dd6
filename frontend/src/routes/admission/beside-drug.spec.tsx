import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { warfarin } from '../../testing/drug-form.tsx';
import { medication, mona } from '../../testing/hospital.ts';
import '../catalogue/drug.tsx';
import '../../features/medications/medications-tab.tsx';

const drugs = [{ _id: 'x1.1', label: 'Marevan', drug: 'x1', drugLabel: 'Warfarin', drugTags: [] }];
const at = {
  'GET /api/admissions/a1/medications': [medication('m1', 'Marevan', { drug: 'x1.1' })],
  'GET /api/drugs': drugs,
  'GET /api/drugs/tradeId/x1.1': warfarin,
};
const altG = () => fireEvent.keyDown(document.activeElement!, { key: 'g', code: 'KeyG', altKey: true });

test('one key shows the drug of the form beside it; Escape returns to the form with its text', async () => {
  const { user } = openChart(mona, '/admissions/a1', at);
  // It is once the tags of the drug are known.
  await waitFor(() => expect(screen.getByRole('button', { name: 'No error: Marevan' })).toBeEnabled());
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1', altKey: true });
  const form = await screen.findByRole('form', { name: 'New medication' });
  // The form takes the focus once it is drawn.
  await waitFor(() => expect(within(form).getByRole('combobox', { name: 'Error type' })).toHaveFocus());
  const note = await within(form).findByRole('textbox', { name: 'Note' });
  await user.type(note, 'Hold');
  altG();
  const panel = await screen.findByRole('complementary', { name: 'About the drug' });
  expect(await within(panel).findByText('INR daily')).toBeInTheDocument();
  expect(panel).toHaveFocus();
  expect(within(panel).getByRole('link', { name: 'in Adult ICU' })).toHaveAttribute('target', '_blank');
  fireEvent.keyDown(panel, { key: 'Escape' });
  expect(panel).not.toBeInTheDocument();
  await waitFor(() => expect(within(form).getByRole('textbox', { name: 'Note' })).toHaveFocus());
  expect(note).toHaveTextContent('Hold');
});

test('the name of a medication shows its drug, and the key hides it', async () => {
  const { user } = openChart(mona, '/admissions/a1?tab=medication', at);
  await user.click(await screen.findByRole('link', { name: 'Marevan' }));
  const panel = await screen.findByRole('complementary', { name: 'About the drug' });
  altG();
  expect(panel).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Marevan' })).toHaveFocus());
});
