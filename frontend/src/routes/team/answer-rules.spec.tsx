import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { commandsOf, mona, refusal, serve, visit } from '../../testing/screen.tsx';
import { open, team, written } from '../../testing/team-admin.ts';

const form = async () => within(await screen.findByRole('form', { name: 'Answers of physicians' }));

test('the admin saves the whole rules: a reason a line, minutes or never', async () => {
  const { user, sent } = await open({
    'PUT /api/teams/t1/answerRules': ({ body }) => ({ ...team, answerRules: body, version: 5, ...written }),
  });
  const rules = await form();
  fireEvent.change(rules.getByLabelText(/^Reasons for a refusal/), {
    target: { value: 'Already changed\n\n Too late ' },
  });
  fireEvent.change(rules.getByLabelText(/^From/), { target: { value: '23:00' } });
  await user.click(rules.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rules.getByRole('button', { name: 'Save' })).toBeDisabled());
  expect(commandsOf(sent)).toMatchObject([
    {
      call: 'PUT /api/teams/t1/answerRules',
      body: { ...team.answerRules, refusalReasons: ['Already changed', 'Too late'], quietFrom: '23:00' },
    },
  ]);
});

test('a refusal is said with its sentence, and what was typed stays', async () => {
  const message = 'Enter both times of the quiet hours, or neither';
  const { user } = await open({
    'PUT /api/teams/t1/answerRules': () =>
      refusal(400, { message, code: 'invalid', reason: 'quiet-hours-incomplete', fields: { quietUntil: message } }),
  });
  const rules = await form();
  fireEvent.change(rules.getByLabelText(/^From/), { target: { value: '' } });
  await user.click(rules.getByRole('button', { name: 'Save' }));
  expect((await rules.findAllByText(message)).length).toBeGreaterThan(0);
  expect(rules.getByLabelText(/^From/)).toHaveValue('');
  expect(rules.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('a member who is not the admin reads the rules and has no form', async () => {
  serve({ 'GET /api/teams/t1': { ...team, admin: 'hany@demo.test', adminId: 'u2' } });
  visit('/teamlist/t1', { as: mona });
  expect(await screen.findByText('22:00', { exact: false })).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Answers of physicians' })).toBeNull();
});
