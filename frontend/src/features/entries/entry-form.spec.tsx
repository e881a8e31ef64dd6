import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { entryFields } from 'language/domain/admission/fields';
import { NO_ERROR } from 'language/domain/values/codes';
import { shownChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test } from 'vitest';
import { sent, playServer, open, pick } from '../../testing/entry-form.tsx';
import { blankEntry, type EntryDraft } from './entry-draft.ts';

playServer();
const severities = () => screen.getByRole('group', { name: /Severity/ });
const responses = () => screen.getByRole('group', { name: /Response/ });

test('the form begins at the drug, and a chosen drug brings its tags', async () => {
  const { editor, user } = open();
  expect(screen.getByRole('combobox', { name: 'Drug' })).toHaveFocus();
  await pick(user, 'Drug', 'warf');
  expect(editor.getSnapshot().context.draft).toMatchObject({
    errDrug: 'd1',
    errDrugLabel: 'Marevan',
    drugTags: [{ name: 'anticoagulant' }],
  });
});

/** The text that a person reads and has typed. */
async function filledIn(draft: EntryDraft): Promise<string> {
  open(draft);
  await screen.findByRole('group', { name: /Severity/ });
  const form = screen.getByRole('form');
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const typed = fields.map((field) => ('checked' in field && field.type === 'radio' ? field.checked : field.value));
  const text = form.textContent;
  cleanup();
  return `${typed.join()} ${text}`;
}
// The tags come with the drug.
const { drugTags: _tags, ...typedFields } = entryFields;
test.each(shownChanges(typedFields))('the form has the field %s', async (_field, change) => {
  const draft = { ...blankEntry, errDrug: 'd1', errDrugLabel: 'Marevan', errType: 't1', errTypeLabel: 'Dose' };
  expect(await filledIn({ ...draft, ...change })).not.toBe(await filledIn(draft));
});

test('severity is chosen by its letter and the response by its digit, on an Arabic keyboard too', async () => {
  const { editor } = open();
  await screen.findByRole('group', { name: /Severity/ });
  fireEvent.keyDown(within(severities()).getByRole('radio', { name: 'Not graded' }), { key: 'ي', code: 'KeyD' });
  expect(within(severities()).getByRole('radio', { name: 'D: increased monitoring' })).toBeChecked();
  fireEvent.keyDown(within(severities()).getByRole('radio', { name: 'D: increased monitoring' }), {
    key: '2',
    code: 'Digit2',
  });
  expect(within(responses()).getByRole('radio', { name: '2: Reject' })).toBeChecked();
  expect(editor.getSnapshot().context.draft).toMatchObject({ errSeverity: 'D', errRes: 2 });
});

test('three answers by key lead to a letter, and another letter drops them', async () => {
  const { editor, user } = open();
  const draft = () => editor.getSnapshot().context.draft;
  await screen.findByRole('group', { name: /Severity/ });
  await user.click(screen.getByRole('button', { name: 'Choose by questions' }));
  const questions = screen.getByRole('group', { name: 'Severity by questions' });
  // The wording of the letter stands where it is chosen.
  expect(
    within(questions).getByRole('button', { name: /A: circumstances with capacity to cause error/ }),
  ).toHaveFocus();
  await user.keyboard('323');
  expect(draft()).toMatchObject({
    errSeverity: 'G',
    severityAnswers: ['reached', 'harmed', 'permanent'],
    errRes: null,
  });
  expect(screen.queryByRole('group', { name: 'Severity by questions' })).not.toBeInTheDocument();
  expect(within(severities()).getByRole('radio', { name: 'G: permanent harm' })).toHaveFocus();
  expect(screen.getByText(/By answers: It reached the patient/)).toHaveTextContent('Lasting harm');
  await user.keyboard('c');
  expect(draft()).toMatchObject({ errSeverity: 'C', severityAnswers: [] });
});

test('four touches lead to the deepest letter, each last answer says its letter, and Back takes one answer back', async () => {
  const { editor, user } = open();
  await screen.findByRole('group', { name: /Severity/ });
  const touch = async (name: RegExp | string) => user.click(screen.getByRole('button', { name }));
  for (const name of ['Choose by questions', /It reached the patient/, /Harm, temporary or lasting/]) await touch(name);
  const questions = within(screen.getByRole('group', { name: 'Severity by questions' }));
  expect(questions.getAllByRole('button').map((button) => / · (\w: .+)$/.exec(button.textContent)?.[1])).toEqual([
    'E: temporary harm needing intervention',
    'F: hospitalization',
    'G: permanent harm',
    undefined,
    undefined,
  ]);
  await touch('Back');
  expect(questions.getByText('What did it do to the patient? Choose the worst.')).toBeVisible();
  await touch(/Harm, temporary or lasting/);
  await touch(/Lasting harm/);
  expect(editor.getSnapshot().context.draft).toMatchObject({
    errSeverity: 'G',
    severityAnswers: ['reached', 'harmed', 'permanent'],
  });
});

test('"No error" clears and locks severity and response', async () => {
  const { editor, user } = open();
  await screen.findByRole('group', { name: /Severity/ });
  await user.click(within(severities()).getByRole('radio', { name: 'F: hospitalization' }));
  await pick(user, 'Error type', 'No error');
  expect(editor.getSnapshot().context.draft).toMatchObject({ errType: NO_ERROR._id, errSeverity: null, errRes: null });
  expect(severities()).toBeDisabled();
  expect(responses()).toBeDisabled();
});

test('without drug and type nothing is sent, and each field says so', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Choose a drug')).toBeInTheDocument();
  expect(screen.getByText('Choose an error type')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('Ctrl+Enter sends the codes and opens the next entry; nothing is called saved before the answer', async () => {
  const { editor, user, nexts } = open();
  await pick(user, 'Drug', 'Meronem');
  await pick(user, 'Error type', 'Sub-ther');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(nexts()).toBe(1);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: '/api/reviews/addRevMed/r1',
    body: { drugErr: { errDrug: 'd2', errType: 't1', errSeverity: null, errRes: null } },
  });
  expect(sent[0]!.body.drugErr).not.toHaveProperty('errDrugLabel');
  expect(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled();
  expect(editor.getSnapshot().value).toBe('saving');
});

test('a refusal is shown in place, and what was typed stays', async () => {
  const { editor, user } = open();
  await pick(user, 'Drug', 'Meronem');
  await pick(user, 'Error type', 'Sub-ther');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  sent[0]!.answer(403, { message: 'Not allowed', code: 'forbidden' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed');
  expect(editor.getSnapshot().context.draft.errDrug).toBe('d2');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('Escape leaves an untouched entry without asking', async () => {
  const { editor } = open();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Save' }), { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(editor.getSnapshot().value).toBe('closed'));
});

test('"No error" is one press, and Save is next', async () => {
  const { editor, user } = open();
  editor.send({ type: 'change', patch: { errDrug: 'd1', errDrugLabel: 'Marevan' } });
  const quick = await screen.findByLabelText('No error and the last chosen types');
  await user.click(within(quick).getAllByRole('button', { hidden: true })[0]!);
  expect(editor.getSnapshot().context.draft.errType).toBe(NO_ERROR._id);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('a note with blanks is not sent: the cursor goes to the first blank, and what was typed stays', async () => {
  const draft = { ...blankEntry, errDrug: 'd1', errDrugLabel: 'Marevan', errType: 't1', errTypeLabel: 'Dose' };
  const { editor, user, nexts } = open({ ...draft, errNote: '<p>INR ___: hold</p>' });
  const save = async () => user.click(await screen.findByRole('button', { name: 'Save' }));
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Fill the blanks, or delete them');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  expect(String(getSelection())).toBe('___');
  expect([sent, nexts()]).toEqual([[], 0]);
  act(() => editor.send({ type: 'change', patch: { errNote: '<p>INR 6: hold</p>' } }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
});
