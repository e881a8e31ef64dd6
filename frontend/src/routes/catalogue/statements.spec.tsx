import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ConflictProblem } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { me, mona } from '../../testing/hospital.ts';
import { commandsOf, refusal, serve, visit, type Sent } from '../../testing/screen.tsx';
import { statement } from '../../testing/statements.ts';
import './statements.tsx';

const use = { shown: 40, taken: 3, deferred: 1, dismissed: 17 };
const list = [
  statement('s1', {
    kind: 'dose',
    root: 'x1',
    routes: ['iv'],
    condition: { crcl: { from: 26, below: 51 } },
    limits: [{ of: 'daily', max: 2, unit: 'g', isPerKg: false }],
    severity: 'D',
    text: 'Reduce {drug}.',
    state: 'noise',
    use,
  }),
  statement('s2', {
    kind: 'pair',
    agents: [
      { kind: 'root', id: 'x1' },
      { kind: 'tag', id: 'g1' },
    ],
    isSameLine: true,
    severity: 'C',
    text: 'One after the other.',
    state: 'draft',
    approvedBy: '',
  }),
];
const written = { stream: 'catalogue', revision: 9 };
function open(replies: Record<string, (asked: Sent) => object> = {}, isAdminAccount = true) {
  const sent = serve({
    'GET /api/users/me': { ...me, isAdminAccount },
    'GET /api/statements': list,
    'GET /api/drugs': [{ _id: 'd1', label: 'Meronem', drug: 'x1', drugLabel: 'Meropenem', drugTags: [] }],
    'GET /api/tags': [{ _id: 'g1', label: 'NSAID', version: 3 }],
    'GET /api/errtypes': [
      { ...NO_ERROR, version: 0 },
      { _id: 'e1', label: 'Overdose', version: 1 },
    ],
    ...replies,
  });
  return { ...visit('/statements', { as: mona }), commands: () => commandsOf(sent) };
}
const row = async (text: string) => within((await screen.findByText(text)).closest('li')!);

test('each statement has its content, source, approver, use and mark, and the states filter', async () => {
  const { user } = open();
  const dose = (await screen.findByText('Reduce {drug}.')).closest('li')!;
  expect(dose).toHaveTextContent('Meropenem IVCrCl ≥ 26 < 51 mL/mindaily dose ≤ 2 g');
  expect(dose).toHaveTextContent('A source of the specs, 2026-01-01 · approved by Dr. Sample');
  expect(dose).toHaveTextContent('Shown 40 · taken over 3 · deferred 1 · dismissed 17');
  expect(within(dose).getByText('Noise')).toBeInTheDocument();
  expect((await screen.findByText('One after the other.')).closest('li')).toHaveTextContent(
    'Meropenem+ NSAIDincompatible in one line',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Draft');
  expect(screen.queryByText('Reduce {drug}.')).not.toBeInTheDocument();
  expect(screen.getByText('1 statement')).toBeInTheDocument();
});

test('the kind decides the fields of a new statement, and what is missing is said at its field', async () => {
  const { user, commands } = open({
    'POST /api/statements': ({ body }) => ({ ...list[0]!, ...(body as object), _id: 's9', state: 'draft', ...written }),
  });
  await user.click(await screen.findByRole('button', { name: 'New statement' }));
  const form = within(await screen.findByRole('form', { name: 'New statement' }));
  const pick = async (name: RegExp, text: string) => {
    const input = form.getByRole('combobox', { name });
    await user.click(input);
    fireEvent.change(input, { target: { value: text } });
    await user.click(await screen.findByRole('option', { name: text }));
  };
  await user.selectOptions(form.getByLabelText('Kind'), 'Doses by kidney, weight and age');
  await pick(/^Drug/, 'Meropenem');
  await pick(/^Routes/, 'IV');
  await user.type(form.getByLabelText('CrCl below'), '٣٠');
  await user.type(form.getByLabelText('Maximum of the daily dose'), '1.5');
  await user.selectOptions(form.getByLabelText('Unit of the daily dose'), 'g');
  await user.selectOptions(form.getByLabelText('Error type'), 'Overdose');
  await user.selectOptions(form.getByLabelText('Severity'), 'D – increased monitoring');
  await user.type(form.getByLabelText(/^Text of the entry/), 'Reduce.');
  await user.type(form.getByLabelText(/^Date of the source/), '2026-01-02');
  await user.click(form.getByRole('button', { name: 'Save as a draft' }));
  expect(form.getByText('Please fill in')).toBeInTheDocument();
  expect(commands()).toEqual([]);
  await user.type(form.getByLabelText(/^Source/), 'A label{Control>}{Enter}{/Control}');
  await screen.findByText('The statement is saved as a draft');
  expect(commands()).toMatchObject([
    {
      body: {
        kind: 'dose',
        root: 'x1',
        routes: ['iv'],
        condition: { crcl: { below: 30 } },
        limits: [{ of: 'daily', max: 1.5, unit: 'g', isPerKg: false }],
        errType: 'e1',
        severity: 'D',
        source: 'A label',
        sourceDate: '2026-01-02',
        text: 'Reduce.',
      },
    },
  ]);
});

test('a change sends the whole statement with the version that was seen, and another one is compared', async () => {
  const theirs = { ...list[1]!, text: 'Their text.', version: 8 };
  const { user, commands } = open({
    'PUT /api/statements/s2': ({ headers }) =>
      headers['if-match'] === '7'
        ? refusal(409, {
            message: 'Changed since',
            code: 'conflict',
            reason: 'changed-since',
            current: theirs,
            changedBy: { userId: 'u2', name: 'Omar' },
            changedAt: new Date().toISOString(),
          } as ConflictProblem)
        : { ...list[1]!, text: 'One after the other, flushed.', version: 9, ...written },
  });
  await user.click((await row('One after the other.')).getByRole('button', { name: 'Change' }));
  const text = await screen.findByDisplayValue('One after the other.');
  await user.clear(text);
  await user.type(text, 'One after the other, flushed.{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('row', { name: /Text of the entry.*Their text/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Keep mine and save' }));
  expect(await screen.findByText('One after the other, flushed.')).toBeInTheDocument();
  expect(commands().map(({ headers, body }) => [headers['if-match'], (body as { agents: unknown }).agents])).toEqual(
    ['7', '8'].map((version) => [
      version,
      [
        { kind: 'root', id: 'x1' },
        { kind: 'tag', id: 'g1' },
      ],
    ]),
  );
});

test('an approval asks for the name of the clinician; a withdrawal makes a draft', async () => {
  const { user, commands } = open({
    'POST /api/statements/s2/approve': { ...list[1]!, state: 'useful', approvedBy: 'Dr. Huda', ...written } as never,
    'POST /api/statements/s1/withdraw': { ...list[0]!, state: 'draft', approvedBy: '', ...written } as never,
  });
  await user.click((await row('One after the other.')).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await user.type(dialog.getByLabelText(/^Name of the clinician/), ' Dr. Huda ');
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Dr. Huda')).toBeInTheDocument();
  await user.click((await row('Reduce {drug}.')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(async () => expect((await row('Reduce {drug}.')).getByText('Draft')).toBeInTheDocument());
  expect(commands()).toMatchObject([
    { headers: { 'if-match': '7' }, body: { approvedBy: 'Dr. Huda' } },
    { headers: { 'if-match': '7' }, body: {} },
  ]);
});

test('other people are led home', async () => {
  const { router } = open({}, false);
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/statements'));
});
