import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
import { member, team as teamOfMona } from '../../testing/team-admin.ts';

const team = {
  ...teamOfMona,
  about: '<p>Ward 3</p>',
  members: [member('u1', 'Mona', 'canEdit'), member('u2', 'Hany', 'isPhysic')],
};

test('the team has its description, its members with roles, and links to patients and reports', async () => {
  serve({ 'GET /api/teams/t1': team });
  visit('/team/t1', { as: mona });
  expect(await screen.findByText('Ward 3')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Patients' })).toHaveAttribute('href', '/patientlist/t1');
  expect(screen.getByRole('link', { name: 'Ward board' })).toHaveAttribute('href', '/ward/t1');
  expect(screen.getByRole('link', { name: 'Handover' })).toHaveAttribute('href', '/handover/t1');
  expect(screen.getByRole('link', { name: 'Search and Print' })).toHaveAttribute('href', '/reviewSearch/t1');
  const [first, second] = within(screen.getByRole('region', { name: 'Members' })).getAllByRole('listitem') as [
    HTMLElement,
    HTMLElement,
  ];
  expect(first).toHaveTextContent('Clinical Pharmacist');
  expect(first.querySelector('svg')).toHaveClass('lucide-shield');
  expect(second).toHaveTextContent('Physician');
  expect(second.querySelector('svg')).toHaveClass('lucide-stethoscope');
  expect(document.title).toBe('Adult ICU · Clinical Pharmacy');
});

test('the title of the window is not that of the last screen while the next one loads', async () => {
  serve({ 'GET /api/teams/t1': team, 'GET /api/teams/t2': () => new Promise<never>(() => undefined) });
  const { router } = visit('/team/t1', { as: mona });
  await screen.findByText('Ward 3');
  await router.navigate('/team/t2');
  await waitFor(() => expect(document.title).toBe('Clinical Pharmacy'));
});

test('only the admin has the link to the team’s settings', async () => {
  serve({ 'GET /api/teams/t1': team });
  visit('/team/t1', { as: mona });
  expect(await screen.findByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/teamlist/t1');
});
test('another member does not have the link', async () => {
  serve({ 'GET /api/teams/t1': { ...team, adminId: 'u2' } });
  visit('/team/t1', { as: mona });
  await screen.findByRole('link', { name: 'Patients' });
  expect(screen.queryByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
});

test('the admin and the auditors have the link to the audit', async () => {
  for (const [canAudit, adminId, found] of [
    [false, 'u1', true],
    [true, 'u2', true],
    [false, 'u2', false],
  ] as const) {
    serve({
      'GET /api/teams/t1': {
        ...team,
        adminId,
        members: team.members.map((one) => (one.userId === 'u1' ? { ...one, canAudit } : one)),
      },
    });
    const { unmount } = visit('/team/t1', { as: mona });
    await screen.findByRole('link', { name: 'Patients' });
    expect([canAudit, adminId, screen.queryByRole('link', { name: 'Audit' })?.getAttribute('href')]).toEqual([
      canAudit,
      adminId,
      found ? '/history/teams/t1' : undefined,
    ]);
    unmount();
  }
});

test('a team that fails to load shows its reason in a toast and in place', async () => {
  serve({ 'GET /api/teams/t1': () => refusal(500, { message: 'The database is away', code: 'internal' }) });
  visit('/team/t1', { as: mona });
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away');
  expect(await screen.findByText('Unexpected Error')).toBeInTheDocument();
});

test('another team is not found', async () => {
  serve({});
  visit('/team/t9', { as: mona });
  expect(await screen.findByRole('heading', { name: /no longer here/ })).toBeInTheDocument();
});
