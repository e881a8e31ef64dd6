import { screen, within } from '@testing-library/react';
import type { Team } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { me, team as teamOfIcu } from '../../testing/hospital.ts';
import { mona, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

const team: Team = { ...teamOfIcu, name: 'العناية المركزة', admin: me.email, adminId: 'u1', version: 0, members: [] };
const nothing = { patients: 0, reviews: 0, revMetricsPerType: [] };
const replies = { 'GET /api/users/me': me, 'GET /api/teams': [team], 'GET /api/users/u1/metrics': nothing };

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
  const link = await screen.findByRole('link', { name: /العناية المركزة/ });
  expect(link).toHaveAttribute('href', '/team/t1');
  expect(link.querySelector('bdi')).toHaveTextContent(team.name);
  expect(screen.getByRole('link', { name: 'Ward board' })).toHaveAttribute('href', '/ward/t1');
  expect(screen.getByRole('link', { name: 'Handover' })).toHaveAttribute('href', '/handover/t1');
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
