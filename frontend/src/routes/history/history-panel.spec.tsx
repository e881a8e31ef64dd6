import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admission, dina, team } from '../../testing/hospital.ts';
import { change, receiveChange, inReview, life, openEntry, page } from '../../testing/history.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/change-history/history-panel.tsx';
import '../../features/change-history/history.tsx';

test('the history of an entry shows author, time and differing words of each change, newest first', async () => {
  const { sent, history, lines, user } = await openEntry(dina, page(life()));
  await within(history).findByText('2 changes');
  expect(sent.find(({ call }) => call === 'GET /api/history/admissions/a1')?.search).toEqual({
    of: 'entry:e9',
    pageNumber: '1',
  });
  const [newest, oldest] = lines();
  // 08:12 UTC is 10:12 in Cairo.
  expect(newest).toHaveTextContent(/^Mona X\s*changed the entry\s*2026-03-03 10:12 · .* ago/);
  expect(within(newest!).getByRole('row', { name: /^Severity/ })).toHaveTextContent(
    'SeverityC: reached patient no harmD: increased monitoring',
  );
  const row = within(newest!).getByRole('row', { name: /^Note/ });
  expect([...row.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['500', '250']);
  expect(within(oldest!).getByTitle(/more than 24 hours after/)).toHaveTextContent('Late');
  // Both times are shown where they differ by more than a moment.
  expect(within(oldest!).getByTitle(/saved on the server at this time/)).toHaveTextContent('recorded 15:30');
  expect(within(newest!).queryByTitle(/saved on the server at this time/)).not.toBeInTheDocument();
  expect(within(history).getByRole('link', { name: 'History of this error' })).toHaveAttribute(
    'href',
    '/history/entries/e9?review=r2',
  );
  expect(within(newest!).getByRole('link', { name: 'Chart then: as it was at 2026-03-03 10:12' })).toHaveAttribute(
    'href',
    '/history/admissions/a1?at=12',
  );
  // Dina is a reader, and sees who can restore.
  expect(within(history).queryByRole('button', { name: /Restore/ })).not.toBeInTheDocument();
  expect(within(history).getByText('Only its author can restore it.')).toBeInTheDocument();
  const toggle = screen.getByRole('button', { name: 'History: Meronem' });
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  toggle.focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'History of Meronem' })).not.toBeInTheDocument();
});

test('a teammate’s change is added to an open history', async () => {
  let events = life();
  const { history, lines } = await openEntry(dina, () => page(events));
  await within(history).findByText('2 changes');
  events = [
    ...events,
    change(
      13,
      'ErrorRated',
      'entry:e9',
      { rating: null },
      { rating: 4.5 },
      { ...inReview, actorId: 'u9', actorName: 'Omar X' },
    ),
  ];
  await receiveChange('admission-a1', ['entry:e9']);
  await within(history).findByText('3 changes');
  expect(lines()[0]).toHaveTextContent(/^Omar X\s*rated the entry.*Not rated4\.5 of 5$/);
});

test('the history of a patient links to the past chart of each admission, also of a deleted one', async () => {
  serve({
    'GET /api/patients/p1': admission.patientDetails,
    'GET /api/teams/t1': team,
    'GET /api/admissions/p1': [],
    'GET /api/history/patients/p1': page(
      [
        change(0, 'PatientRegistered', 'patient:p1', null, { firstName: 'هدى' }),
        change(1, 'AdmissionRegistered', 'admission:a7', null, { admissionDate: '2026-03-01' }),
        change(2, 'AdmissionUnregistered', 'admission:a7', { admissionDate: '2026-03-01' }, null),
      ].map((event) => ({ ...event, stream: 'patient-p1' })),
      { stream: 'patient-p1' },
    ),
  });
  const { user } = visit('/patient/p1', { as: dina });
  await user.click(await screen.findByRole('button', { name: 'History: Patient' }));
  const history = await screen.findByRole('region', { name: 'History of Patient' });
  expect((await within(history).findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
    '/history/admissions/a7',
    '/history/admissions/a7',
  ]);
});

test('a history that failed to load can be requested again', async () => {
  let away = true;
  const { user, history } = await openEntry(dina, page(life()), {
    'GET /api/history/admissions/a1': () =>
      away ? refusal(400, { message: 'Not now', code: 'invalid' }) : page(life()),
  });
  const alert = await within(history).findByRole('alert');
  expect(alert).toHaveTextContent('Not now');
  away = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await within(history).findByText('2 changes')).toBeInTheDocument();
});
