import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import type { TeamVerification } from 'language/contract/history';
import { expect, onTestFinished, test, vi } from 'vitest';
import { member } from '../../testing/hospital.ts';
import { team, change, page, open, rows } from '../../testing/audit.ts';
import { refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

test('each change has time, author, error and difference, and links to its history and past chart', async () => {
  await open(
    page([
      change('e1'),
      change('e2', {
        what: ['response', 'rating'],
        errRes: 1,
        rating: 4.5,
        before: { errRes: null, rating: null },
        late: true,
      }),
      change('e3', { what: ['removed'], errSeverity: null, before: {}, actorName: '' }),
      change('e4', { what: ['drug', 'note'], before: { errDrug: 'd-2.0', errDrugLabel: 'Clexane' }, patientName: '' }),
      change('e5', { what: ['added'], errRes: 2, before: {} }),
      change('e6', {
        what: ['severity'],
        errSeverity: 'B',
        before: { errSeverity: null },
        recordedAt: '2026-03-03T06:05:00.000Z',
      }),
    ]),
  );
  expect(await screen.findByText('6 changes')).toBeInTheDocument();
  // 22:30 UTC of the 2nd is the 3rd in Cairo.
  const who = '2026-03-03 00:30هاني X';
  const ways = 'History of this error Chart then';
  expect(rows().map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    `${who}DMarevan 5 mgDose too highSeverity C → Dهدى محمود${ways}`,
    `${who}DMarevan 5 mgDose too highLateResponse Pending → AcceptRating none → 4.5هدى محمود${ways}`,
    `2026-03-03 00:30Unknown person–Marevan 5 mgDose too highDeletedهدى محمود${ways}`,
    `${who}DMarevan 5 mgDose too highDrug Clexane → Marevan 5 mgRecommendation changedA deleted patient${ways}`,
    `${who}DMarevan 5 mgDose too highAdded, Rejectهدى محمود${ways}`,
    `${who}recorded 08:05BMarevan 5 mgDose too highSeverity not graded → Bهدى محمود${ways}`,
  ]);
  const [first] = rows();
  expect(within(first!).getByRole('link', { name: 'History of this error: Marevan 5 mg' })).toHaveAttribute(
    'href',
    '/history/entries/e1?review=a1.r1',
  );
  expect(within(first!).getByRole('link', { name: 'Chart then: as it was at 2026-03-03 00:30' })).toHaveAttribute(
    'href',
    '/history/admissions/a1?at=4',
  );
});

test('a drug is found by typing, and Clear empties the search at once', async () => {
  const { user, asked, router } = await open(page([change('e1')]), { search: '?severity=D' });
  const drug = await screen.findByRole('combobox', { name: 'Drug' });
  await user.click(drug);
  await user.click(await screen.findByRole('option', { name: /Marevan/ }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ severity: 'D', drug: 'd-1.0' }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({}));
  expect(screen.getByRole('combobox', { name: 'Drug' })).toHaveValue('Any drug');
  expect(router.state.location.search).toBe('');
});

test('an empty result, days in the wrong order and a failed search show a message', async () => {
  let away = true;
  const { user, asked } = await open(() => (away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page([])));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No change matches' })).toBeInTheDocument();
  const before = asked().length;
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } });
  expect(await screen.findByText('This is before the first day')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '30/2/2026' } });
  fireEvent.blur(screen.getByLabelText('From'));
  await waitFor(() =>
    expect(screen.getByLabelText('From')).toHaveAccessibleErrorMessage('2026-02-30 is not a valid date.'),
  );
  expect(asked()).toHaveLength(before + 1);
});

test('the export has the search of the screen', async () => {
  const named: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const { user, asked } = await open(
    ({ search }) => (search['format'] === undefined ? page([change('e1')]) : new Response('file')),
    { search: '?severity=D' },
  );
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(named).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Excel file' }));
  await waitFor(() => expect(named).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Signed file' }));
  await waitFor(() => expect(named).toHaveLength(3));
  expect(asked().filter(({ format }) => format !== undefined)).toEqual([
    { severity: 'D', format: 'csv' },
    { severity: 'D', format: 'xlsx' },
    { severity: 'D', format: 'ndjson' },
  ]);
  expect(named.map((name) => name.replace(/\d{4}-\d{2}-\d{2}/, 'today'))).toEqual([
    'errors-today.csv',
    'errors-today.xlsx',
    'errors-today.ndjson',
  ]);
});

test('the team is verified in parts, and the result is a sentence', async () => {
  const part = (more: Partial<TeamVerification>): TeamVerification => ({
    team: 't1',
    anchors: 0,
    streams: 0,
    events: 0,
    broken: [],
    all: { anchors: 2, streams: 3 },
    anchoredAt: null,
    publicKey: 'the-key',
    ...more,
  });
  let isBroken = false;
  const { user, sent } = await open(page([]), {
    also: {
      'GET /api/history/teams/t1/verifyAll': ({ search }) =>
        search['after'] === undefined
          ? part({ anchors: 2, anchoredAt: '2026-03-02T10:00:00.000Z', next: 's' })
          : search['after'] === 's'
            ? part({
                streams: 2,
                events: 1_200,
                next: 'sadmission-a1',
                broken: isBroken ? [{ stream: 'admission-a1', revision: 7, reason: 'This event is missing' }] : [],
              })
            : part({ streams: 1, events: 34 }),
    },
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Nothing has been altered.')).toBeInTheDocument();
  expect(
    screen.getByText(
      reads(
        /^1,234 events of 3 streams and 2 signed anchors are as they were written\. Anchored up to 2026-03-02 12:00/,
      ),
    ),
  ).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.endsWith('verifyAll')).map(({ search }) => search['after'])).toEqual([
    undefined,
    's',
    'sadmission-a1',
  ]);
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('One thing is not as it was written.')).toBeInTheDocument();
  expect(screen.getByText(/event 7: This event is missing/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'A chart' })).toHaveAttribute('href', '/history/admissions/a1?at=7');
});

test('a member who is no auditor sees who can read it, and nothing is requested', async () => {
  const { asked } = await open(page([]), { of: { ...team, members: [member('u1'), member('u2')] } });
  expect(
    screen.getByRole('heading', {
      name: 'Only the team’s admin and its auditors may search changes of medication errors.',
    }),
  ).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
