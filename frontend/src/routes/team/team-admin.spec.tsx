import { screen, waitFor, within } from '@testing-library/react';
import type { Member, Team } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import { unsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const member = (userId: string, firstName: string, role: 'isPhysic' | 'canEdit'): Member => ({
  user: `${firstName.toLowerCase()}@demo.test`,
  userId,
  firstName,
  lastName: 'X',
  isPhysic: false,
  canEdit: false,
  canRead: true,
  disabled: false,
  canAudit: false,
  [role]: true,
});
const team: Team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'mona@demo.test',
  adminId: 'u1',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  version: 4,
  members: [member('u1', 'Mona', 'canEdit'), member('u2', 'Hany', 'canEdit')],
};
const written = { stream: 'team-t1', revision: 5 };
const rowOf = (name: RegExp) => screen.getAllByRole('listitem').find((row) => name.test(row.textContent))!;

async function open(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ 'GET /api/teams/t1': team, ...replies });
  const shown = visit('/teamlist/t1', { as: mona });
  await screen.findByRole('heading', { level: 1, name: 'Adult ICU' });
  return { sent, ...shown };
}

test('only the fields that the admin changed are sent', async () => {
  const { sent, user } = await open({
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  await user.selectOptions(screen.getByLabelText(/Specialty/), 'CCU');
  await user.type(screen.getByLabelText('Cloud name'), 'ward-three');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({
    call: 'PUT /api/teams/t1/edit',
    body: { cloudName: 'ward-three', specialty: 2 },
    headers: { team: 't1', 'if-match': '4' },
  });
});

test('the admin can switch off the chat assistant where the installation has one', async () => {
  const { sent, user } = await open({
    'GET /api/config/': { chatUrl: 'https://chat.test/?q={prompt}' },
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  const allowed = await screen.findByRole('checkbox', { name: 'Members may ask the chat assistant' });
  expect(screen.getByRole('group', { name: 'Chat assistant' })).toHaveTextContent('chat.test');
  expect(allowed).toBeChecked();
  await user.click(allowed);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({
    call: 'PUT /api/teams/t1/edit',
    body: { chatAllowed: false },
  });
  expect(allowed).not.toBeChecked();
});

test('the admin chooses the language of exported files', async () => {
  const { sent, user } = await open({
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  const language = await screen.findByRole('combobox', { name: 'Language of exported files' });
  expect(language).toHaveDisplayValue('English');
  await user.selectOptions(language, 'العربية');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({ body: { exportLanguage: 'ar' } });
  expect(language).toHaveDisplayValue('العربية');
});

test('a language that the page does not have stays as it is', async () => {
  await open({ 'GET /api/teams/t1': { ...team, exportLanguage: 'eo' } });
  expect(await screen.findByRole('combobox', { name: 'Language of exported files' })).toHaveDisplayValue('eo');
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
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Please set up a second factor for yourself')).toBeVisible();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeDisabled());
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

test('without a chat assistant there is no switch', async () => {
  const { sent } = await open({ 'GET /api/config/': {} });
  await waitFor(() => expect(sent.some(({ call }) => call === 'GET /api/config/')).toBe(true));
  expect(screen.queryByRole('group', { name: 'Chat assistant' })).not.toBeInTheDocument();
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
  expect(sent.filter(({ call }) => !call.startsWith('GET'))).toMatchObject([
    { call: 'PUT /api/teams/t1/members/u2', body: { role: 'physician' } },
  ]);
});

test('an auditor keeps their role and is shown as an auditor, and no person appoints themself', async () => {
  const appointed = { ...member('u2', 'Hany', 'canEdit'), canAudit: true };
  const { sent, user } = await open({
    'PUT /api/teams/t1/members/u2': ({ body }) => ({
      ...team,
      ...written,
      version: 5,
      members: [team.members[0]!, { ...appointed, ...(body as object) }],
    }),
  });
  expect(within(rowOf(/Mona/)).queryByRole('checkbox')).not.toBeInTheDocument();
  const auditor = () => within(rowOf(/Hany/)).getByRole('checkbox', { name: 'Auditor: Hany X may audit' });
  expect(auditor()).not.toBeChecked();
  await user.click(auditor());
  await waitFor(() => expect(auditor()).toBeChecked());
  expect(rowOf(/Hany/)).toHaveTextContent('Clinical Pharmacist, Auditor');
  await user.click(auditor());
  await waitFor(() => expect(auditor()).not.toBeChecked());
  expect(sent.filter(({ call }) => !call.startsWith('GET')).map(({ body }) => body)).toEqual([
    { canAudit: true },
    { canAudit: false },
  ]);
});

test('a disabled member can be enabled again with the earlier role', async () => {
  const disabled = { ...team, members: [team.members[0]!, { ...member('u2', 'Hany', 'isPhysic'), disabled: true }] };
  const { sent, user } = await open({
    'GET /api/teams/t1': disabled,
    'PUT /api/teams/t1/members/u2': {
      ...team,
      ...written,
      version: 5,
      members: [team.members[0]!, member('u2', 'Hany', 'isPhysic')],
    },
  });
  expect(rowOf(/Hany/)).toHaveTextContent('Disabled');
  await user.click(within(rowOf(/Hany/)).getByRole('button', { name: 'Enable: Hany X' }));
  await waitFor(() => expect(within(rowOf(/Hany/)).getByRole('radio', { name: 'Physician' })).toBeChecked());
  expect(within(rowOf(/Hany/)).queryByRole('button', { name: /^Enable/ })).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => !call.startsWith('GET'))).toMatchObject([
    { call: 'PUT /api/teams/t1/members/u2', body: { disabled: false }, headers: { team: 't1' } },
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

test('leaving a typed address that was not sent asks first', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Email of a registered user*'), 'omar@demo.test');
  expect([...unsavedEdits().values()]).toEqual(['Add member: omar@demo.test']);
  await user.clear(screen.getByLabelText('Email of a registered user*'));
  expect(unsavedEdits().size).toBe(0);
});

test('another member reads it and cannot change it', async () => {
  serve({ 'GET /api/teams/t1': { ...team, adminId: 'u2' } });
  visit('/teamlist/t1', { as: mona });
  expect(await screen.findByText('Only the team’s admin changes what stands here.')).toBeInTheDocument();
  const page = within(screen.getByRole('main'));
  expect([
    ...page.queryAllByRole('textbox'),
    ...page.queryAllByRole('button'),
    ...page.queryAllByRole('radio'),
  ]).toEqual([]);
});
