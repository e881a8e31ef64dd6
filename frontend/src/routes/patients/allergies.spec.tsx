import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Allergy, AllergyList } from 'language/contract/entities';
import { describe, expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { reads } from '../../testing/component.tsx';
import { admission, mona as monaOfChart } from '../../testing/hospital.ts';
import { open, patient, team, written } from '../../testing/patient.ts';
import { commandsOf, refusal } from '../../testing/screen.tsx';

const allergy = (_id: string, over: Partial<Allergy> = {}): Allergy => ({
  _id,
  version: 4,
  drug: '',
  drugLabel: '',
  tag: '',
  tagLabel: '',
  agentText: '',
  reaction: '',
  severity: '',
  certainty: '',
  source: '',
  onset: '',
  ...over,
});
const latex = allergy('al1', { agentText: 'Latex', reaction: 'Urticaria', severity: 'mild' });
const amoxicillin = allergy('al2', { drug: 'd1', drugLabel: 'Amoxicillin', severity: 'severe' });
const listOf = (...list: Allergy[]): AllergyList => ({ state: 'listed', list, version: 4 });
const notAsked: AllergyList = { state: 'not-asked', list: [], version: 0 };
const noneKnown: AllergyList = {
  state: 'none-known',
  list: [],
  version: 0,
  confirmed: { at: '2026-03-01T10:00:00Z', byName: 'Omar Saad', isOfStay: true },
};
const catalogue = {
  'GET /api/drugs': [
    { _id: 'd1.0', label: 'Augmentin 1 g', drug: 'd1', drugLabel: 'Amoxicillin', drugTags: [] },
    { _id: 'd2.0', label: 'Tazocin', drug: 'd2', drugLabel: 'Piperacillin', drugTags: [] },
  ],
  'GET /api/tags': [{ _id: 'g1', label: 'Penicillins', version: 1 }],
};
const opened = async (allergies: AllergyList, replies: Parameters<typeof open>[0] = {}) => {
  const { user, sent } = await open({ 'GET /api/patients/p1': { ...patient, allergies }, ...catalogue, ...replies });
  await user.click(await screen.findByRole('button', { name: /llergies/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Allergies of/ }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(expect.arrayContaining(Object.keys(catalogue))));
  return { user, sent, dialog };
};
const saved = { ...listOf(latex), ...written, _id: 'p1' };

const agent = { name: 'Drug or class of drugs' };
/** At once: keys one by one may overtake the list. */
const search = (dialog: Awaited<ReturnType<typeof opened>>['dialog'], value: string): void => {
  fireEvent.change(dialog.getByRole('combobox', agent), { target: { value } });
};

test.each([
  ['the most severe first', listOf(latex, amoxicillin), 'Allergies: Amoxicillin, Latex (Urticaria)'],
  ['that none are known', noneKnown, 'No known allergies'],
  ['that nobody asked', notAsked, 'Allergies: not asked'],
])('the banner says %s', async (_, allergies, sentence) => {
  await open({ 'GET /api/patients/p1': { ...patient, allergies } });
  const banner = within(screen.getByRole('region', { name: 'Patient' }));
  expect(await banner.findByText(reads(sentence))).toBeInTheDocument();
});

describe('a new allergy', () => {
  test('is found by an Arabic spelling of a trade name, and saved with what is known of it', async () => {
    const { user, sent, dialog } = await opened(notAsked, { 'POST /api/patients/p1/allergies': saved });
    await user.click(dialog.getByRole('button', { name: 'Add an allergy' }));
    search(dialog, 'اوجمنتين');
    await user.click(await screen.findByRole('option', { name: /Amoxicillin/ }));
    await waitFor(() => expect(dialog.getByLabelText('Reaction')).toHaveFocus());
    await user.keyboard('Rash');
    await user.selectOptions(dialog.getByLabelText('Severity'), 'Severe');
    await user.click(dialog.getByRole('button', { name: 'Save the allergy' }));
    await waitFor(() => expect(dialog.queryByRole('form')).not.toBeInTheDocument());
    expect(commandsOf(sent)).toMatchObject([
      {
        call: 'POST /api/patients/p1/allergies',
        headers: { team: 't1' },
        body: { drug: 'd1', tag: '', agentText: '', reaction: 'Rash', severity: 'severe', source: '' },
      },
    ]);
  });

  test('by a text takes the place of a chosen class', async () => {
    const { user, sent, dialog } = await opened(notAsked, { 'POST /api/patients/p1/allergies': saved });
    await user.click(dialog.getByRole('button', { name: 'Add an allergy' }));
    search(dialog, 'penic');
    await user.click(await screen.findByRole('option', { name: /Penicillins/ }));
    expect(dialog.getByRole('combobox', agent)).toHaveValue('Penicillins');
    await user.type(dialog.getByLabelText('Or another substance'), 'Latex');
    expect(dialog.getByRole('combobox', agent)).toHaveValue('');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(commandsOf(sent)).toMatchObject([{ body: { drug: '', tag: '', agentText: 'Latex' } }]));
  });

  test('that is in the list already is refused in place, and what is typed stays', async () => {
    const message = 'An allergy to this is in the list already: correct that one';
    const { user, dialog } = await opened(listOf(latex), {
      'POST /api/patients/p1/allergies': refusal(409, { message, code: 'conflict', reason: 'allergy-listed-already' }),
    });
    await user.click(dialog.getByRole('button', { name: 'Add an allergy' }));
    await user.type(dialog.getByLabelText('Or another substance'), 'latex');
    await user.click(dialog.getByRole('button', { name: 'Save the allergy' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
    expect(dialog.getByLabelText('Or another substance')).toHaveValue('latex');
  });

  test('without an agent is not sent', async () => {
    const { user, sent, dialog } = await opened(notAsked);
    await user.click(dialog.getByRole('button', { name: 'Add an allergy' }));
    await user.click(dialog.getByRole('button', { name: 'Save the allergy' }));
    expect(await dialog.findByText('Choose a drug or a class, or write the substance')).toBeInTheDocument();
    expect(commandsOf(sent)).toEqual([]);
  });
});

test('only corrected fields are sent, with the version that was shown', async () => {
  const { user, sent, dialog } = await opened(listOf(latex), { 'PUT /api/patients/p1/allergies/al1': saved });
  await user.click(dialog.getByRole('button', { name: 'Correct: Latex' }));
  await user.selectOptions(dialog.getByLabelText('Severity'), 'Severe');
  await user.click(dialog.getByRole('button', { name: 'Save the correction' }));
  await waitFor(() => expect(dialog.queryByRole('form')).not.toBeInTheDocument());
  expect(commandsOf(sent)).toMatchObject([{ headers: { 'if-match': '4' }, body: { severity: 'severe' } }]);
  expect(Object.keys(commandsOf(sent)[0]!.body as object)).toEqual(['severity']);
});

test('an allergy is removed with a reason', async () => {
  const { user, sent, dialog } = await opened(listOf(latex), {
    'POST /api/patients/p1/allergies/al1/remove': { ...notAsked, ...written, _id: 'p1' },
  });
  await user.click(dialog.getByRole('button', { name: 'Remove: Latex' }));
  expect(dialog.getByRole('button', { name: 'Remove the allergy' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/Why is it removed/), 'Tolerated it');
  await user.click(dialog.getByRole('button', { name: 'Remove the allergy' }));
  await waitFor(() => expect(dialog.queryByRole('form')).not.toBeInTheDocument());
  expect(commandsOf(sent)).toMatchObject([{ headers: { 'if-match': '4' }, body: { reason: 'Tolerated it' } }]);
});

test('"None known" confirms the empty list as it was seen', async () => {
  const { user, sent, dialog } = await opened(notAsked, {
    'POST /api/patients/p1/allergies/confirm': { ...noneKnown, ...written, _id: 'p1' },
  });
  await user.click(dialog.getByRole('button', { name: 'None known' }));
  await waitFor(() => expect(commandsOf(sent)).toMatchObject([{ headers: { 'if-match': '0' }, body: {} }]));
});

test('a reader sees the list and changes nothing', async () => {
  const { dialog } = await opened(listOf(latex), { 'GET /api/teams/t1': team({}) });
  expect(dialog.getByText('Latex')).toBeInTheDocument();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
});

test('the list of a merged record is marked, and is not changed here', async () => {
  const theirs = { ...amoxicillin, from: 'p2', differs: true as const };
  const { dialog } = await opened({ ...listOf(latex, theirs), isContradicted: true });
  expect(dialog.getByText(/^The merged records contradict each other/)).toBeInTheDocument();
  expect(dialog.getByText('The merged records give this another severity')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Correct: Amoxicillin' })).not.toBeInTheDocument();
});

describe('the question of a stay', () => {
  const question = { name: 'Are the allergies right?' };
  const chart = (allergies: AllergyList) =>
    openChart(monaOfChart, '/admissions/a1', {
      'GET /api/admissions/a1/details': { ...admission, patientDetails: { ...admission.patientDetails, allergies } },
      'POST /api/patients/p1/allergies/confirm': { ...listOf(latex), ...written, _id: 'p1' },
    });
  test('stands above the reviews until a person has answered it in this stay', async () => {
    const { user, commands } = chart(listOf(latex));
    const asked = within(await screen.findByRole('group', question));
    expect(asked.getByText('Latex (Urticaria)')).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(commands()).toMatchObject([
        { call: 'POST /api/patients/p1/allergies/confirm', headers: { 'if-match': '4' } },
      ]),
    );
  });
  test('is not asked once it was', async () => {
    chart(noneKnown);
    await screen.findByText('No known allergies');
    await screen.findAllByRole('heading', { level: 3 });
    expect(screen.queryByRole('group', question)).not.toBeInTheDocument();
  });
});
