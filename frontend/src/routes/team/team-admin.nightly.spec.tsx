import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { member, team, written, rowOf, open } from '../../testing/team-admin.ts';
import { commandsOf } from '../../testing/screen.tsx';

test('the admin can switch off the chat assistant where the installation has one', async () => {
  const { sent, user } = await open({
    'GET /api/config': { chatUrl: 'https://chat.test/?q={prompt}' },
    'PUT /api/teams/t1/edit': ({ body }) => ({ ...team, ...(body as object), ...written, version: 5 }),
  });
  const allowed = await screen.findByRole('checkbox', { name: 'Members may ask the chat assistant' });
  expect(screen.getByRole('group', { name: 'Chat assistant' })).toHaveTextContent('chat.test');
  expect(allowed).toBeChecked();
  await user.click(allowed);
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
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
  await user.click(screen.getByRole('button', { name: 'Save team' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save team' })).toBeDisabled());
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({ body: { exportLanguage: 'ar' } });
  expect(language).toHaveDisplayValue('العربية');
});

test('a language that the page does not have stays as it is', async () => {
  await open({ 'GET /api/teams/t1': { ...team, exportLanguage: 'eo' } });
  expect(await screen.findByRole('combobox', { name: 'Language of exported files' })).toHaveDisplayValue('eo');
});

test('without a chat assistant there is no switch', async () => {
  const { sent } = await open({ 'GET /api/config': {} });
  await waitFor(() => expect(sent.some(({ call }) => call === 'GET /api/config')).toBe(true));
  expect(screen.queryByRole('group', { name: 'Chat assistant' })).not.toBeInTheDocument();
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
  expect(commandsOf(sent).map(({ body }) => body)).toEqual([{ canAudit: true }, { canAudit: false }]);
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
  expect(commandsOf(sent)).toMatchObject([
    { call: 'PUT /api/teams/t1/members/u2', body: { disabled: false }, headers: { team: 't1' } },
  ]);
});

test('leaving a typed address that was not sent asks first', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Email of a registered user*'), 'omar@demo.test');
  expect([...unsavedEdits().values()]).toEqual(['Add member: omar@demo.test']);
  await user.clear(screen.getByLabelText('Email of a registered user*'));
  expect(unsavedEdits().size).toBe(0);
});
