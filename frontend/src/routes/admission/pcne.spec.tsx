/** PCNE codes in the form of an entry, in a chart of team t1. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { mona, team } from '../../testing/hospital.ts';
import { expandAll } from '../../testing/reviews.ts';

const template = { idx: 0, errType: 'e1', isAdult: true, label: '<p>Check CrCl</p>', pcne: ['P1.2', 'C1.1'] };

async function openEntry(usesPcne: boolean) {
  const chart = openChart(mona, '/admissions/a1', {
    'GET /api/teams/t1': { ...team, classification: { pcne: usesPcne, atc: false } },
    'GET /api/drugs/errtemps': [template],
    'GET /api/userErrTemps': [],
    'POST /api/reviews/addRevMed/r2': {},
  });
  const { user } = chart;
  await expandAll(user);
  await user.click(await screen.findByRole('button', { name: /ADD MEDICATION/ }));
  for (const [field, typed] of [
    ['Drug', 'Tienam'],
    ['Error type', 'Renal'],
  ] as const) {
    const input = await screen.findByRole('combobox', { name: field });
    await user.click(input);
    fireEvent.change(input, { target: { value: typed } });
    await user.click(await screen.findByRole('option', { name: new RegExp(typed) }));
  }
  await screen.findByRole('group', { name: /Severity/ });
  const taken = async () =>
    user.click(
      await within(await screen.findByLabelText('First templates')).findByRole('button', {
        hidden: true,
        name: /CrCl/,
      }),
    );
  const sentEntry = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(chart.commands()).toHaveLength(1));
    return (chart.commands()[0]!.body as { drugErr: { pcne?: string[] } }).drugErr;
  };
  return { ...chart, taken, sentEntry };
}

test('codes are chosen from the list, removed by their button, and sent in the order of the classification', async () => {
  const { user, sentEntry } = await openEntry(true);
  const list = await screen.findByRole('combobox', { name: /^PCNE/ });
  await user.selectOptions(list, 'C1.1');
  await user.selectOptions(list, 'C6.1');
  await user.selectOptions(list, 'P1.2');
  // A code is in the list or among the chosen, never in both.
  expect(within(list).queryByRole('option', { name: /^C6\.1/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Remove.*C6\.1/ }));
  expect(await sentEntry()).toMatchObject({ pcne: ['P1.2', 'C1.1'] });
});

test('a template brings its codes beside those that a person chose', async () => {
  const { user, taken, sentEntry } = await openEntry(true);
  await user.selectOptions(await screen.findByRole('combobox', { name: /^PCNE/ }), 'C6.1');
  await taken();
  expect(await sentEntry()).toMatchObject({ pcne: ['P1.2', 'C1.1', 'C6.1'] });
});

test('in a team without PCNE no form shows codes, and a template brings none', async () => {
  const { taken, sentEntry } = await openEntry(false);
  await taken();
  expect(screen.queryByRole('combobox', { name: /^PCNE/ })).not.toBeInTheDocument();
  expect((await sentEntry()).pcne ?? []).toEqual([]);
});
