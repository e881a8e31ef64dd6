import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { member, team, written, rowOf, open } from '../../testing/team-admin.ts';
import { wardBoard } from '../../features/ward/board-row.testdata.ts';
import { commandsOf, mona, refusal, serve, visit } from '../../testing/screen.tsx';

test('only the fields that the admin changed are sent', async () => {
  const { sent, user } = await open({
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  await user.selectOptions(screen.getByLabelText(/Specialty/), 'CCU');
  await user.type(screen.getByLabelText('Cloud name'), 'ward-three');
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({
    call: 'PUT /api/teams/t1/edit',
    body: { cloudName: 'ward-three', specialty: 2 },
    headers: { team: 't1', 'if-match': '4' },
  });
});

test('the admin writes a row of the table of doses with its source', async () => {
  const { sent, user } = await open({
    'GET /api/drugs': [{ _id: 'x1.1', label: 'Garamycin', drug: 'x1', drugLabel: 'Gentamicin', drugTags: [] }],
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a row' }));
  const row = within(screen.getByRole('group', { name: 'Row 1' }));
  const drug = row.getByRole('combobox');
  await user.click(drug);
  fireEvent.change(drug, { target: { value: 'Gentamicin' } });
  await user.keyboard('{Enter}');
  for (const [field, text] of [
    [/^CrCl from/, '40'],
    [/^CrCl below/, '60'],
    [/^mg\/kg/, '5'],
    [/^every/, '36'],
  ] as const)
    fireEvent.change(row.getByLabelText(field), { target: { value: text } });
  fireEvent.change(screen.getByLabelText(/^Source of the table/), { target: { value: 'Unit protocol' } });
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
  const numbers = { crclFrom: 40, crclBelow: 60, mgPerKg: 5, everyHours: 36 };
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    doseIntervals: { source: 'Unit protocol', rows: [{ drug: 'x1', drugLabel: 'Gentamicin', ...numbers }] },
  });
});

test('the admin can require a second factor, and is told to have one first', async () => {
  let isRefused = true;
  const { sent, user } = await open({
    'PUT /api/teams/t1/edit': ({ body }) =>
      isRefused
        ? refusal(409, { message: 'Please set up a second factor for yourself', code: 'conflict' })
        : { ...team, ...(body as object), ...written, version: 5 },
  });
  const needed = await screen.findByRole('checkbox', { name: 'Members need a second factor' });
  expect(needed).not.toBeChecked();
  await user.click(needed);
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  expect(await screen.findByText('Please set up a second factor for yourself')).toBeVisible();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({ body: { secondFactorRequired: true } });
});

test('a team that requires a second factor leads to its set-up', async () => {
  serve({
    'GET /api/teams/t1': refusal(403, { message: 'Please', code: 'forbidden', reason: 'second-factor-required' }),
  });
  visit('/teamlist/t1', { as: mona });
  const link = await screen.findByRole('link', { name: 'Set up a second factor' });
  expect(link).toHaveAttribute('href', '/profile/security?returnFrom=%2Fteamlist%2Ft1');
});

test('a role is changed with one command, and no person changes or removes themself', async () => {
  const { sent, user } = await open({
    'PUT /api/teams/t1/members/u2': {
      ...team,
      ...written,
      version: 5,
      members: [team.members[0]!, member('u2', 'Hany', 'isPhysic')],
    },
  });
  expect(within(rowOf(/Mona/)).queryByRole('radio')).not.toBeInTheDocument();
  expect(within(rowOf(/Mona/)).queryByRole('button')).not.toBeInTheDocument();
  const role = within(screen.getByRole('group', { name: 'Role of Hany X' }));
  expect(role.getByRole('radio', { name: 'Clinical Pharmacist' })).toBeChecked();
  await user.click(role.getByRole('radio', { name: 'Physician' }));
  await waitFor(() => expect(role.getByRole('radio', { name: 'Physician' })).toBeChecked());
  expect(role.getByRole('radio', { name: 'Clinical Pharmacist' })).not.toBeChecked();
  expect(commandsOf(sent)).toMatchObject([{ call: 'PUT /api/teams/t1/members/u2', body: { role: 'physician' } }]);
});

test('the admin makes a member a reader, and disables one after a question', async () => {
  const hany = (change: object) => ({
    ...team,
    ...written,
    version: 5,
    members: [team.members[0]!, { ...member('u2', 'Hany', 'canEdit'), canEdit: false, ...change }],
  });
  const { sent, user } = await open({
    'PUT /api/teams/t1/members/u2': ({ body }) => hany(body as object),
  });
  await user.click(screen.getByRole('radio', { name: 'Reads only' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Reads only' })).toBeChecked());
  await user.click(screen.getByRole('button', { name: 'Disable: Hany X' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Disable Hany X in this team?');
  await user.click(within(question).getByRole('button', { name: 'Disable' }));
  await user.click(await screen.findByRole('button', { name: 'Enable: Hany X' }));
  await screen.findByRole('button', { name: 'Disable: Hany X' });
  expect(commandsOf(sent).map(({ body }) => body)).toEqual([
    { role: 'reader' },
    { disabled: true },
    { disabled: false },
  ]);
});

test('removing a member asks first', async () => {
  const { sent, user } = await open({
    'DELETE /api/teams/t1/members/u2': { ...team, ...written, version: 5, members: [team.members[0]!] },
  });
  await user.click(screen.getByRole('button', { name: 'Remove: Hany X' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Remove Hany X from the team?');
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(rowOf(/Hany/)).toBeUndefined());
});

test('a member is added by e-mail; an empty address and a present member are shown at the field', async () => {
  const { sent, user } = await open({
    'POST /api/teams/t1/members': {
      ...team,
      ...written,
      version: 5,
      members: [...team.members, member('u3', 'Dina', 'canEdit')],
    },
  });
  const email = screen.getByLabelText('Email of a registered user*');
  expect(email).toHaveAttribute('type', 'email');
  await user.click(screen.getByRole('button', { name: 'Add member' }));
  expect(await screen.findByText('User email is required')).toBeInTheDocument();
  await user.type(email, ' HANY@demo.test');
  await user.click(screen.getByRole('button', { name: 'Add member' }));
  expect(await screen.findByText('This member already added')).toBeInTheDocument();
  await user.clear(email);
  await user.type(email, 'Dina@demo.test');
  await user.click(screen.getByRole('button', { name: 'Add member' }));
  await waitFor(() => expect(rowOf(/Dina/)).toBeInTheDocument());
  expect(sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { email: 'dina@demo.test' },
  ]);
});

test('another member reads it and cannot change it', async () => {
  serve({ 'GET /api/teams/t1': { ...team, adminId: 'u2' }, 'GET /api/ward/t1': wardBoard() });
  visit('/teamlist/t1', { as: mona });
  expect(await screen.findByText('Only the team’s admin changes the data here.')).toBeInTheDocument();
  expect(await screen.findByText('Never reviewed')).toBeInTheDocument();
  const page = within(screen.getByRole('main'));
  expect([
    ...page.queryAllByRole('textbox'),
    ...page.queryAllByRole('button'),
    ...page.queryAllByRole('radio'),
  ]).toEqual([]);
});
