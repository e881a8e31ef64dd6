import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { team, access, chart, page, open, rows } from '../../testing/accesses.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

test('each access has its time by the hospital’s clock, the person and a sentence', async () => {
  await open(
    page([
      access('1', 'ChartOpened', chart),
      access('2', 'PatientOpened', { patientId: 'p1', patientName: 'هدى محمود' }),
      access('3', 'PatientsSearched', { searches: 3, found: 12 }),
      access('4', 'PatientsSearched', { searches: 1, found: 0 }),
      access('10', 'PatientsListed', { list: 'ward', found: 14 }),
      access('5', 'ReportRead', { report: 1, startDate: '2026-03-01', endDate: '2026-03-31' }),
      access('6', 'ReviewsExported', { startDate: '2026-03-01', endDate: '2026-03-31' }),
      access('7', 'ReviewPrinted', { ...chart, reviewId: 'r1', reviewDate: '2026-03-02' }),
      access('8', 'ReportPrinted', { report: 4 }),
      access('9', 'ChatAsked', { ...chart, reviews: 2 }),
      access('11', 'ErrorsSearched', { found: 1_000, startDate: '2026-03-01' }),
      access('12', 'ErrorsExported', { format: 'ndjson' }),
      access('13', 'HistoryVerified', { of: 'everything' }),
      access('14', 'HistoryExported', { of: 'admission', ...chart }),
      access('15', 'HistoryRead', { of: 'drug', drugId: 'd1', drugLabel: 'Warfarin' }),
      access('16', 'DrugUseListed', { found: 5, drugId: 'd1', drugLabel: 'Warfarin' }),
      access('17', 'DrugUsePrinted', { found: 1 }),
      access('18', 'FhirRead', { userId: 'fhir:quality', userName: '', of: 'Patient', found: 2 }),
    ]),
  );
  await screen.findByText('18 accesses');
  // 22:30 UTC of the 2nd is the 3rd in Cairo.
  const who = '2026-03-03 00:30هاني X';
  expect(rows()).toEqual([
    `${who}Opened the chart of هدى محمود, admitted 2026-03-01`,
    `${who}Opened the patient هدى محمود`,
    `${who}Searched patients 3 times: 12 found`,
    `${who}Searched patients: 0 found`,
    `${who}Read the ward board: 14 in all`,
    `${who}Read the report Collected Report, 2026-03-01 to 2026-03-31`,
    `${who}Exported reviews, 2026-03-01 to 2026-03-31`,
    `${who}Printed the review of 2026-03-02 of هدى محمود`,
    `${who}Printed the report Recurrent Admission`,
    `${who}Sent 2 reviews to the chat assistant, of هدى محمود`,
    `${who}Searched changes of medication errors, since 2026-03-01: 1,000 or more found`,
    `${who}Exported changes of medication errors, signed`,
    `${who}Verified the history of everything of the team`,
    `${who}Exported the history of the chart of هدى محمود`,
    `${who}Read the history of the drug Warfarin`,
    `${who}Read who is on Warfarin: 5 patients`,
    `${who}Printed who is on the drugs of a tag: 1 patient`,
    '2026-03-03 00:30System qualityRead 2 resources Patient by FHIR',
  ]);
  expect(screen.getAllByRole('link', { name: 'هدى محمود' }).map((link) => link.getAttribute('href'))).toEqual([
    '/admissions/a1',
    '/patient/p1',
    '/admissions/a1?review=r1',
    '/admissions/a1',
    '/admissions/a1',
  ]);
  expect(screen.getAllByText('هاني X', { selector: 'bdi' })).toHaveLength(17);
});

test('days, person, kind and patient are sent to the server and are in the address', async () => {
  const { user, asked, router } = await open(page([access('1', 'ChartOpened', chart)]));
  await user.selectOptions(screen.getByLabelText('Person'), 'هاني X');
  await user.selectOptions(screen.getByLabelText('What'), 'Opened a chart');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-31' } });
  await user.click(await screen.findByRole('button', { name: 'Only هدى محمود' }));
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      user: 'u2',
      kind: 'ChartOpened',
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      patient: 'p1',
      pageNumber: '1',
    }),
  );
  expect(router.state.location.search).toBe(
    '?startDate=2026-03-01&endDate=2026-03-31&user=u2&patient=p1&kind=ChartOpened',
  );
  await user.click(screen.getByRole('button', { name: 'Show all patients' }));
  await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('patient'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ pageNumber: '1' }));
});

test('an empty result says so', async () => {
  await open(page([]));
  expect(await screen.findByRole('heading', { name: 'Nothing was looked at' })).toBeInTheDocument();
});

test('a failed read can be tried again', async () => {
  let away = true;
  serve({
    'GET /api/teams/t1': team,
    'GET /api/teams/t1/accesses': () =>
      away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page([access('1', 'ReviewsExported')]),
  });
  const { user } = visit('/teamlist/t1/accesses', { as: mona });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 access')).toBeInTheDocument();
});

test('another member sees who can read it, and nothing is requested', async () => {
  const { asked } = await open(page([]), '', { ...team, adminId: 'u2' });
  expect(
    screen.getByRole('heading', { name: 'Only the team’s admin and its auditors see who has looked at what.' }),
  ).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
