import { act, screen, within } from '@testing-library/react';
import type { Team } from 'language/contract/entities';
import type { Today, TodayPatient, WaitingKind } from 'language/contract/today';
import { expect, onTestFinished, test } from 'vitest';
import { wardPatient } from '../../features/ward/board-row.testdata.ts';
import { chartsInNewTab } from '../../platform/storage/chart-tabs.ts';
import { rememberTeam } from '../../platform/storage/last-team.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { me, team as teamOfIcu } from '../../testing/hospital.ts';
import { mona, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

const team: Team = { ...teamOfIcu, name: 'العناية المركزة', admin: me.email, adminId: 'u1', version: 0, members: [] };
const patientOfToday: TodayPatient = {
  ...wardPatient('p1', { firstName: 'نور', middleName: 'سامح', admission: 'a1', bed: '12' }),
  priority: { points: 42, reasons: [{ reason: 'neverReviewed', points: 42, count: 3, names: [] }] },
  team: team._id,
  teamName: team.name,
};
const nothing = { patients: 0, reviews: 0, revMetricsPerType: [] };
const today: Today = { today: '2026-11-30', waiting: [], patients: [], inpatients: 0 };
const replies = {
  'GET /api/users/me/today': today,
  'GET /api/users/me/asked/count': { asked: null },
  'GET /api/users/me': me,
  'GET /api/teams': [team],
  'GET /api/users/u1/metrics': nothing,
};

test('the greeting is read out whole at once, with since when the person reviews', async () => {
  serve(replies);
  visit('/teamlist', { as: mona });
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading).toHaveAccessibleName('Welcome Dr. Mona Farouk');
  expect(await screen.findByText(reads('Start reviewing 2026-01-05'))).toBeInTheDocument();
});

test('the teams are links, with each name isolated from the text beside it', async () => {
  serve(replies);
  visit('/teamlist', { as: mona });
  const teams = within(await screen.findByRole('region', { name: 'Your Teams' }));
  const link = await teams.findByRole('link', { name: /العناية المركزة/ });
  expect(link).toHaveAttribute('href', '/team/t1');
  expect(link.querySelector('bdi')).toHaveTextContent(team.name);
  expect(teams.getByRole('link', { name: 'Ward board' })).toHaveAttribute('href', '/ward/t1');
  expect(teams.getByRole('link', { name: 'Handover' })).toHaveAttribute('href', '/handover/t1');
});

test('the metrics are of this month, or of one of the two before on request', async () => {
  const sent = serve({
    ...replies,
    'GET /api/users/u1/metrics': ({ search }) => ({ ...nothing, reviews: Number(search['startDate']?.slice(5, 7)) }),
  });
  const { user } = visit('/teamlist', { as: mona });
  const metrics = within(await screen.findByRole('region', { name: 'Your Metrics' }));
  expect(await metrics.findByText('No medication errors in this month')).toBeInTheDocument();
  const periods = metrics.getAllByRole('radio') as HTMLInputElement[];
  expect(periods).toHaveLength(3);
  expect(periods[0]).toBeChecked();
  await user.click(periods[2]!);
  const month = periods[2]!.value;
  expect(await metrics.findByText(String(Number(month.slice(5))))).toBeInTheDocument();
  expect(sent.filter(({ call }) => call.endsWith('/metrics')).at(-1)?.search).toMatchObject({
    startDate: `${month}-01`,
  });
});

test('a new team is created once for repeated clicks, and opened', async () => {
  let create: (made: object) => void = () => undefined;
  const sent = serve({
    ...replies,
    'POST /api/teams': () =>
      new Promise<object>((resolve) => {
        create = resolve;
      }),
    'GET /api/teams/t2': { ...team, _id: 't2', name: 'CCU' },
  });
  const { router, user } = visit('/teamlist', { as: mona });
  await user.click(await screen.findByRole('button', { name: 'CREATE NEW TEAM' }));
  await user.type(screen.getByLabelText(/Team Name/), 'CCU');
  const placeholder = screen.getByRole<HTMLOptionElement>('option', { name: 'Select Speciality' });
  expect([placeholder.value, placeholder.disabled, placeholder.selected]).toEqual(['', true, true]);
  await user.selectOptions(screen.getByLabelText(/Specialty/), 'CCU');
  const button = screen.getByRole('button', { name: 'Create Team' });
  await user.click(button);
  await user.click(button);
  create({ ...team, _id: 't2', name: 'CCU', stream: 'team-t2', revision: 0 });
  expect(await screen.findByRole('heading', { level: 1, name: 'CCU' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/team/t2');
  expect(sent.filter(({ call }) => call === 'POST /api/teams').map(({ body }) => body)).toEqual([
    { name: 'CCU', specialty: 2, about: '' },
  ]);
});

test('everyone has a link to the drugs, and only the admin account one to the admin tools', async () => {
  serve(replies);
  const first = visit('/teamlist', { as: mona });
  expect(await screen.findByRole('link', { name: 'Drugs' })).toHaveAttribute('href', '/drugs');
  await screen.findByText(reads('Start reviewing 2026-01-05'));
  expect(screen.queryByRole('link', { name: 'Admin tools' })).not.toBeInTheDocument();
  first.unmount();
  serve({ ...replies, 'GET /api/users/me': { ...me, isAdminAccount: true } });
  visit('/teamlist', { as: mona });
  expect(await screen.findByRole('link', { name: 'Admin tools' })).toHaveAttribute('href', '/adminTools');
});

test('each thing that waits is a line with its count, which leads to the list that it counts', async () => {
  drafts.save({ user: 'u1', of: 'admission/a9/note/new' }, 'Half a sentence', undefined);
  onTestFinished(() => drafts.remove({ user: 'u1', of: 'admission/a9/note/new' }));
  const other = { ...team, _id: 't2', name: 'CCU' };
  const of = (kind: WaitingKind, count: number, { _id, name } = team) => ({ kind, team: _id, teamName: name, count });
  serve({
    ...replies,
    'GET /api/teams': [team, other],
    'GET /api/users/me/asked/count': { asked: 2 },
    'GET /api/users/me/today': {
      ...today,
      waiting: [of('overdue', 1), of('pending', 3), of('pending', 2, other), of('transfers', 1), of('changed', 4)],
    },
  });
  visit('/teamlist', { as: mona });
  const waiting = within(await screen.findByRole('region', { name: 'What waits for me' }));
  const lines = waiting.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(lines).toEqual([
    ['2 recommendations are asked of you', '/asked'],
    [`1 overdue follow-up ${team.name}`, '/handover/t1?of=u1&overdue=1'],
    [`3 recommendations without a response ${team.name}`, '/handover/t1?of=u1'],
    ['2 recommendations without a response CCU', '/handover/t2?of=u1'],
    [`1 patient offered to the team ${team.name}`, '/transfers/t1'],
    [`4 charts changed since you looked ${team.name}`, '/ward/t1'],
    ['1 unsaved text in a chart', '/admissions/a9'],
  ]);
});

test('nothing that waits is said, and the inpatients lead to their charts, or in a new tab by choice', async () => {
  serve({ ...replies, 'GET /api/users/me/today': { ...today, patients: [patientOfToday], inpatients: 1 } });
  visit('/teamlist', { as: mona });
  expect(await screen.findByText('Nothing waits for you')).toBeInTheDocument();
  const inpatients = within(screen.getByRole('region', { name: 'Inpatients by priority' }));
  const chart = inpatients.getByRole('link', { name: 'نور سامح' });
  expect(chart).toHaveAttribute('href', '/admissions/a1');
  expect(chart).not.toHaveAttribute('target');
  expect(inpatients.getByText('42')).toBeInTheDocument();
  expect(inpatients.getByRole('link', { name: /All inpatients/ })).toHaveAttribute('href', '/ward/t1');
  act(() => chartsInNewTab.set(true));
  onTestFinished(() => chartsInNewTab.set(false));
  expect(chart).toHaveAttribute('target', '_blank');
});

test('the bar leads to the screens of the team that was visited last, and switches to the same screen of another', async () => {
  const other = { ...team, _id: 't2', name: 'CCU' };
  serve({ ...replies, 'GET /api/teams': [team, other] });
  rememberTeam('t1');
  const { user, router } = visit('/teamlist', { as: mona });
  const bar = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(await bar.findByRole('link', { name: 'Ward' })).toHaveAttribute('href', '/ward/t1');
  await act(() => router.navigate('/handover/t2'));
  expect(bar.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reviewSearch/t2');
  await user.click(bar.getByRole('button', { name: 'Team: CCU. Change' }));
  await user.click(bar.getByRole('link', { name: team.name }));
  expect(router.state.location.pathname).toBe('/handover/t1');
  expect(bar.getByRole('link', { name: 'Patients' })).toHaveAttribute('href', '/patientlist/t1');
});

test('a person of one team has no switch; courses and the about page are in their menu', async () => {
  serve(replies);
  const { user } = visit('/teamlist', { as: mona });
  const bar = within(await screen.findByRole('navigation', { name: 'Main' }));
  await bar.findByRole('link', { name: 'Ward' });
  expect(bar.queryByRole('button', { name: /^Team:/ })).not.toBeInTheDocument();
  expect(bar.queryByRole('link', { name: 'Courses' })).not.toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: 'Account of Mona Farouk' }));
  expect(bar.getByRole('link', { name: 'Courses' })).toHaveAttribute('href', '/clinical-pharmacy-courses');
  expect(bar.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
});
