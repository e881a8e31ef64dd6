import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { line, page, LOG, me, open } from '../../testing/security-log.ts';
import { dina } from '../../testing/hospital.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';

test('each line says who did what, to whom and from where', async () => {
  open(
    page(
      line(),
      line({
        number: 6,
        kind: 'SignInRefused',
        isRefused: true,
        by: 'unknown',
        actor: null,
        emailMark: 'k3Jx',
        data: { reason: 'wrong-login', attempts: 12 },
      }),
      line({
        number: 5,
        kind: 'TeamMemberAdded',
        user: { _id: 'u3', name: 'عمر' },
        team: { _id: 't1', name: 'Adult ICU' },
        data: { role: 'physician' },
      }),
      line({ number: 4, kind: 'SettingChanged', by: 'operator', actor: null, data: { setting: 'SMTP_URL' } }),
      line({ number: 3, kind: 'PatientDeleted', patient: 'p-1', actor: { _id: 'u9', name: '' }, data: {} }),
      line({ number: 2, kind: 'SessionsEnded', by: 'product', actor: null, data: { by: 'provider', sessions: 2 } }),
      line({
        number: 12,
        kind: 'SettingChanged',
        by: 'operator',
        actor: null,
        data: { setting: 'TRUSTED_PROXIES', service: 'gateway', from: '0', to: '1' },
      }),
      line({
        number: 11,
        kind: 'InvitationSent',
        team: { _id: 't1', name: 'Adult ICU' },
        emailMark: 'k3Jx',
        data: { role: 'reader' },
      }),
      line({ number: 1, kind: 'LinesRemoved', by: 'product', actor: null, data: { lines: 3, upTo: 3, hash: 'x' } }),
    ),
  );
  await screen.findAllByText('10.0.0.7');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  const said = (text: string) => expect(rows.filter((row) => row.includes(text))).toHaveLength(1);
  said('Mona FaroukSigned in: password and authenticator app10.0.0.7Firefox on Windows');
  said(
    'Not signed in12 sign-ins were refused: wrong e-mail or passwordConcerns an e-mail without an account (mark k3Jx)',
  );
  said('Added a member as physicianConcerns عمرTeam Adult ICU');
  said('OperatorThe setting SMTP_URL has changed');
  said('OperatorThe setting TRUSTED_PROXIES (gateway) has changed from 0 to 1');
  said('Invited an e-mail address as readerConcerns an e-mail without an account (mark k3Jx)Team Adult ICU');
  said('A deleted account (u9)Erased a patientPatient p-1');
  said('The productThe hospital account ended 2 sessions');
  said('The 3 oldest lines were removed after their time, up to line 3');
});

test('a line of a transfer names both teams in its direction, and a team without a name by its id', async () => {
  const [icu, ward] = [
    { _id: 't1', name: 'Adult ICU' },
    { _id: 't2', name: 'قسم الباطنة' },
  ];
  open(
    page(
      line({ number: 4, kind: 'TransferAccepted', group: 'team', team: ward, otherTeam: icu, patient: 'p-1' }),
      line({ number: 3, kind: 'TransferDeclined', group: 'team', team: icu, otherTeam: ward }),
      line({ number: 2, kind: 'TransferOffered', group: 'team', team: icu, otherTeam: { _id: 't9', name: '' } }),
      line({ number: 1, kind: 'TransferWithdrawn', group: 'team', team: icu }),
    ),
  );
  await screen.findByText('Accepted a patient of another team');
  const details = (sentence: string) => screen.getByText(sentence).closest('li')?.textContent;
  expect(details('Accepted a patient of another team')).toContain('From team Adult ICU to team قسم الباطنةPatient p-1');
  expect(details('Declined a patient of another team')).toContain('From team Adult ICU to team قسم الباطنة');
  expect(details('Offered a patient to another team')).toContain('From team Adult ICU to team t9');
  expect(details('Withdrew the offer of a patient')).toContain('Team Adult ICU');
});

test('days in the wrong order are not asked for', async () => {
  const { asked } = open(page(line()), '/security-log?from=2026-03-05&to=2026-03-01');
  await screen.findByText('The last day is before the first.');
  expect(asked()).toEqual([]);
});

test('an empty log and a failed read have their words', async () => {
  const none = open(page());
  await screen.findByText('No line matches');
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  none.unmount();
  open({}, '/security-log', { [LOG]: refusal(500, { message: 'The database is away', code: 'internal' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
});

test.each([
  ['csv', 'Download CSV'],
  ['xlsx', 'Download Excel file'],
])('the %s has the lines of the search, in the language of the page', async (format, button) => {
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => [address, click].forEach((spy) => spy.mockRestore()));
  const { user, sent } = open(page(line()), '/security-log?group=signIn', {
    [`GET /api/security-log/export.${format}`]: new Response('Number'),
  });
  await user.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toMatchObject({
    call: `GET /api/security-log/export.${format}`,
    search: { group: 'signIn', language: 'en' },
  });
});

test('other people are led home; the admin tools lead here', async () => {
  serve({ 'GET /api/users/me': me(false) });
  const { router, unmount } = visit('/security-log', { as: dina });
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
  unmount();
  serve({ 'GET /api/users/me': me(true), 'GET /api/errtypes': [], 'GET /api/tags': [] });
  visit('/adminTools', { as: dina });
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'Security log' });
  expect(link).toHaveAttribute('href', '/security-log');
});
