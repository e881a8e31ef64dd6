/** The team's settings of classification, and the reports that they switch on. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { MedicineUse, PcneCount, SeverityCount } from 'language/contract/reports';
import { expect, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { march, openReports, review, team as reportedTeam } from '../../testing/reports.ts';
import { mona, printDialog, refusal, serve, visit } from '../../testing/screen.tsx';
import { open, team, written } from '../../testing/team-admin.ts';

test('one switch sends both settings with the version that was shown, and a refusal stays in place', async () => {
  let isRefused = true;
  const { sent, user } = await open({
    'PUT /api/teams/t1/classification': ({ body }) =>
      isRefused
        ? refusal(403, { message: 'Not allowed', code: 'forbidden' })
        : { ...team, ...written, classification: body, version: 5 },
  });
  const pcne = await screen.findByRole('checkbox', { name: 'PCNE codes can be chosen and reported' });
  await user.click(pcne);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed');
  expect(pcne).not.toBeChecked();
  isRefused = false;
  await user.click(pcne);
  await waitFor(() => expect(pcne).toBeChecked());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({
    body: { pcne: true, atc: false },
    headers: { 'if-match': '4' },
  });
});

test('a member who is not the admin reads the settings and the table, and has no switch', async () => {
  serve({
    'GET /api/teams/t1': {
      ...team,
      adminId: 'u2',
      classification: { pcne: true, atc: false },
      avoidedHarm: { source: 'Nesbit 2001', currency: 'EGP', rows: [{ severity: 'D', percent: 10, cost: 2_000 }] },
    },
  });
  visit('/teamlist/t1', { as: mona });
  expect(await screen.findByText('PCNE codes can be chosen and reported')).toBeVisible();
  expect(screen.getByText(reads('D: 10 %, 2,000 EGP each · Nesbit 2001'))).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: 'PCNE codes can be chosen and reported' })).not.toBeInTheDocument();
});

test('the table of avoided harm is sent with its source; a severity without a percentage is no row', async () => {
  const { sent, user } = await open({
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  const fields = within(await screen.findByRole('group', { name: 'Avoided harm and cost' }));
  await user.click(fields.getByRole('button', { name: 'Add the table' }));
  for (const [field, text] of [
    ['Severity D: would have harmed, %', '10'],
    ['Severity D: cost of a harm', '2000'],
    ['Severity E: would have harmed, %', '40'],
    ['Severity F: cost of a harm', '9'],
    [/^Source of the table/, 'Nesbit 2001'],
    ['Currency', 'EGP'],
  ] as const)
    fireEvent.change(fields.getByLabelText(field), { target: { value: text } });
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    avoidedHarm: {
      source: 'Nesbit 2001',
      currency: 'EGP',
      rows: [
        { severity: 'D', percent: 10, cost: 2_000 },
        { severity: 'E', percent: 40, cost: 0 },
      ],
    },
  });
  await user.click(fields.getByRole('button', { name: 'Remove the table' }));
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() =>
    expect(sent.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      avoidedHarm: { source: '', currency: '', rows: [] },
    }),
  );
});

const avoidedHarm = {
  source: 'Nesbit 2001',
  currency: 'EGP',
  rows: [{ severity: 'D' as const, percent: 10, cost: 2_000 }],
};

test('each report is listed only where the team has switched it on', async () => {
  const options = async (settings: object) => {
    const shown = await openReports({ 'GET /api/teams/t1': { ...reportedTeam(), ...settings } });
    const listed = within(screen.getByLabelText('Report*')).getAllByRole('option').slice(6);
    const names = listed.map((option) => option.textContent);
    shown.unmount();
    expect(names.pop()).toBe('Control charts');
    return names;
  };
  expect(await options({ classification: { pcne: true, atc: false } })).toEqual(['PCNE Report']);
  expect(await options({ classification: { pcne: false, atc: true } })).toEqual(['Medicines by ATC']);
  expect(await options({ avoidedHarm })).toEqual(['Avoided Harm and Cost (Estimate)']);
});

test('the PCNE report tells chosen codes from those of the types, and a figure opens its own entries', async () => {
  const counts: PcneCount[] = [
    { code: 'C1.1', count: 2, chosen: 1, types: ['dose'] },
    { code: null, count: 1, chosen: 0, types: ['route'] },
  ];
  const [first] = review.drugErrs;
  const entries = [
    { ...first!, _id: 'mapped', errDrugLabel: 'Mapped by its type' },
    { ...first!, _id: 'chosen', errType: 'route', errDrugLabel: 'Chosen by a person', pcne: ['C1.1'] },
    { ...first!, _id: 'other', errDrugLabel: 'Chosen otherwise', pcne: ['C6.1'] },
  ];
  const { user } = await openReports(
    { 'GET /api/reviews/errsByPcne': counts, 'GET /api/reviews': { result: [{ ...review, drugErrs: entries }] } },
    march(6),
  );
  const table = within(await screen.findByRole('region', { name: 'Errors by PCNE code' }));
  expect(table.getByRole('row', { name: /^C1\.1 .* 1 1 2/ })).toBeInTheDocument();
  expect(table.getByRole('row', { name: /^Without a code – – 1/ })).toBeInTheDocument();
  await user.click(table.getByRole('button', { name: /^2\. Show what is behind: C1\.1/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('row', { name: /Mapped by its type/ })).toBeInTheDocument();
  expect(dialog.getByRole('row', { name: /Chosen by a person/ })).toBeInTheDocument();
  expect(dialog.queryByRole('row', { name: /Chosen otherwise/ })).not.toBeInTheDocument();
});

test('the use of medicines has antibiotics per 100 bed-days first, then any level, and says what it does not know', async () => {
  const medicine = { errors: 1, orders: 4, unknownAmount: 0, unknownDays: 0, ddd: 12, daysOfTherapy: 10 };
  const use: MedicineUse = {
    bedDays: 200,
    daysPresent: 250,
    medicines: [
      { ...medicine, atc: 'B01AA03', labels: ['Warfarin'], ddd: 30 },
      { ...medicine, atc: 'J01DH02', labels: ['Meropenem'], unknownAmount: 3, unknownDays: 1 },
    ],
  };
  const { user } = await openReports({ 'GET /api/reviews/medicineUse': use }, march(7));
  const table = within(await screen.findByRole('region', { name: 'Medicines by ATC code' }));
  expect(table.getAllByRole('row')).toHaveLength(2);
  // 12 DDDs in 200 bed-days are 6 per 100; 10 days of therapy in 250 days present are 40 per 1,000.
  expect(table.getByRole('row', { name: 'J01DH02 Meropenem 1 4 3 12.0 6.0 10 40.0' })).toBeInTheDocument();
  expect(screen.getByText(/^3 of 4 orders are not in the DDDs/)).toHaveTextContent('1 of them are not in the days');
  await user.selectOptions(screen.getByLabelText('Show'), 'All, ATC level 1');
  expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['B', 'J', 'All']);
});

test('avoided harm is of accepted errors by the team’s table, an estimate with its source, on paper too', async () => {
  const counts: SeverityCount[] = [
    { severity: 'D', count: 40, accepted: 30 },
    { severity: 'F', count: 2, accepted: 2 },
    { severity: null, count: 1, accepted: 0 },
  ];
  const print = printDialog();
  const { user } = await openReports(
    { 'GET /api/teams/t1': { ...reportedTeam(), avoidedHarm }, 'GET /api/reviews/errsBySeverity': counts },
    march(8),
  );
  const table = within(await screen.findByRole('region', { name: 'Avoided harm and cost (estimate)' }));
  const row = (name: RegExp) => table.getByRole('row', { name });
  expect(row(/^D: increased monitoring/)).toHaveTextContent(/40303\.06,000$/);
  // No row in the table is not "none avoided".
  expect(row(/^F: hospitalization/)).toHaveTextContent(/22––$/);
  expect(row(/^All/)).toHaveTextContent(/43323\.06,000$/);
  expect(screen.getByText(/^An estimate, not a measurement/)).toBeVisible();
  expect(screen.getByText(reads('Source: Nesbit 2001'))).toBeVisible();
  await user.click(table.getByRole('button', { name: /^30\. Show what is behind: D: increased monitoring, Accepted/ }));
  expect(await within(await screen.findByRole('dialog')).findByText('1 entry')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Print Result' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
});

test('a link to the estimate of a team without a table says that it has none', async () => {
  await openReports({ 'GET /api/reviews/errsBySeverity': [{ severity: 'D', count: 1, accepted: 1 }] }, march(8));
  expect(await screen.findByText(/^The team has no table of avoided harm/)).toBeVisible();
});
