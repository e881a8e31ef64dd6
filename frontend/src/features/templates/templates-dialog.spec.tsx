import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  sharedAsTaken,
  mine,
  types,
  others,
  meropenem,
  open,
  list,
  offers,
  kinds,
} from '../../testing/templates-dialog.tsx';

test('own templates come first, then the shared ones with their marks for adults and children', async () => {
  open();
  expect(await screen.findByRole('dialog', { name: 'Templates' })).toHaveTextContent('Meronem · Renal dose adjustment');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
  expect(await offers('Shared templates')).toEqual([
    'AdultCrCl ___: 500 mg every 12 h',
    'ChildChild: 20 mg/kg every 12 h',
  ]);
});

test('typing filters both lists, and Enter copies the first template with its formatting', async () => {
  const { user, taken, closed } = open();
  await offers('Shared templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 crcl');
  expect(await offers('Shared templates')).toEqual(['AdultCrCl ___: 500 mg every 12 h']);
  expect(await list('My templates')).toHaveTextContent('No template has these words.');
  await user.keyboard('{Enter}');
  expect(taken).toEqual([sharedAsTaken]);
  expect(closed()).toBe(1);
});

test('the note of the entry can be saved once as an own template', async () => {
  const { user, commands } = open('<p>New note</p>');
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: 'Save this note as my template' }));
  await waitFor(async () => expect((await offers('My templates'))[2]).toBe('New note'));
  expect(commands()[0]).toMatchObject({
    call: 'POST /api/userErrTemps',
    body: { errDrugTradeId: 'x1.1', errType: 't1', errNote: '<p>New note</p>' },
  });
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('the codes of an entry are saved with its note, and a template shows those that it brings', async () => {
  const { user, commands } = open('<p>New note</p>', { pcne: ['P1.2', 'C1.1'], own: [{ ...mine, pcne: ['C6.1'] }] });
  expect((await offers('My templates'))[0]).toMatch(/^جرعة ٥٠٠ مجمC6\.1 /);
  await user.click(screen.getByRole('button', { name: 'Save this note as my template' }));
  await waitFor(() =>
    expect(commands()[0]).toMatchObject({ body: { errNote: '<p>New note</p>', pcne: ['P1.2', 'C1.1'] } }),
  );
});

test('a value of this patient does not come into a template, and the dialog says so', async () => {
  const { user, commands } = open('<p>CrCl 26 mL/min: 500 mg</p>');
  await offers('My templates');
  expect(screen.getByText(/^The values of this patient are left out/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save this note as my template' }));
  await waitFor(() => expect(commands()[0]).toMatchObject({ body: { errNote: '<p>CrCl ___ mL/min: 500 mg</p>' } }));
});

test('a note can be changed before it is saved as a template', async () => {
  const { user, commands } = open('<p>CrCl 26 mL/min: 500 mg</p>');
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: 'Edit first' }));
  await user.click(await screen.findByRole('button', { name: /^\{crcl\}/ }));
  await user.click(screen.getByRole('button', { name: 'Save my template' }));
  await waitFor(() => expect(commands()[0]).toMatchObject({ body: { errNote: expect.stringContaining('{crcl}') } }));
  expect(await screen.findByRole('button', { name: 'Edit first' })).toBeVisible();
});

test('an empty note cannot be saved as a template', async () => {
  open('<p><br></p>');
  await offers('My templates');
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
});

test('deleting an own template asks "Are you sure?"', async () => {
  const { user, commands } = open();
  await offers('My templates');
  await user.click(screen.getByRole('button', { name: /Delete my template/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure?');
  expect(commands()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await list('My templates')).toHaveTextContent('None yet'));
  expect(commands()[0]).toMatchObject({ call: 'DELETE /api/userErrTemps/deleteUserErrTemp/m1' });
  expect(commands()[0]!.headers['if-match']).toBe('4');
});

test('without a template for the type, the other types of the drug are listed with their numbers', async () => {
  const { user, taken } = open('', { type: types[2]! });
  expect(await kinds('Meropenem has templates for')).toEqual(['Renal dose adjustment (3)', 'Dose too high (2)']);
  expect(await list('Shared templates')).toHaveTextContent('Nobody has written one');
  await user.click(screen.getByRole('button', { name: 'Dose too high (2)' }));
  expect(await offers('Shared templates')).toEqual(['AdultAt most 6 g a day', 'ChildAt most 120 mg/kg a day']);
  expect(screen.getByRole('status')).toHaveTextContent(
    'Templates for Dose too high A template copies its text alone: the entry stays “Wrong route”.',
  );
  expect(screen.getByLabelText('Filter templates')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(taken).toEqual([others[0]!.label]);
});

test('a drug without any template says so', async () => {
  open('', { own: [], drug: { ...meropenem, errTemps: [] }, type: types[2]! });
  expect(await screen.findByText('Meropenem has no templates for any error type yet.')).toBeInTheDocument();
});

test('own templates of all trade labels of the drug are shown, and none of another drug', async () => {
  open('', {
    own: [
      { ...mine, errDrugTradeId: 'x1.2' },
      { ...mine, _id: 'm9', errDrugTradeId: 'x10.1', errNote: '<p>Another drug</p>' },
    ],
  });
  expect((await offers('My templates')).filter((words) => words !== '')).toEqual(['جرعة ٥٠٠ مجم']);
});
