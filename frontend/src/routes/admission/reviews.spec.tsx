import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DrugErr } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { dina, entry, mona, omar, openChart, review, reviews, team, written } from '../../testing/chart.ts';
import { refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';
import '../../features/handover/taken-over.tsx';

const inReview = (id: string) => within(document.querySelector<HTMLElement>(`[data-review="${id}"]`)!);
const expandAll = async (user: ReturnType<typeof openChart>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: 'Expand All' }));

test('an editor duplicates a review after a confirmation; the copy marks its copied entries', async () => {
  const copy = {
    ...reviews[0]!,
    ...written,
    _id: 'r3',
    copiedFrom: 'r1',
    reviewDate: '2026-03-04',
    userId: 'u1',
    userName: 'Mona X',
    drugErrs: [entry('e9', 'Meronem', { copiedFrom: 'e1' })],
  };
  const { user, commands } = openChart(mona, '/admissions/a1', { 'POST /api/reviews/r1/duplicate': copy });
  await expandAll(user);
  await user.click(await waitFor(() => inReview('r1').getByText('Dup')));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to duplicate?' });
  expect(commands()).toEqual([]);
  await user.click(within(question).getByText('Yes'));
  await waitFor(() => expect(inReview('r3').getByText('Copied')).toBeInTheDocument());
  expect(commands()).toMatchObject([{ call: 'POST /api/reviews/r1/duplicate', body: {} }]);
});

test('an entry says who has taken it over, unless that is its author', async () => {
  const entries = [
    entry('e1', 'Meronem', { errRes: null, responsible: mona._id }),
    entry('e2', 'Zyvox', { errRes: null, responsible: omar._id }),
    entry('e5', 'Tienam', { errRes: null, responsible: 'gone' }),
  ];
  // Opens with the chart: it is the newest review.
  openChart(dina, '/admissions/a1', {
    'GET /api/reviews/listAdmissionReviews/a1': [review('r1', '2026-03-02', omar, entries)],
  });
  const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-entry="${id}"]`)!;
  await waitFor(() => expect(rowOf('e1')).toHaveTextContent(/u1 X.*has taken it over/));
  expect(rowOf('e2')).not.toHaveTextContent(/has taken it over/);
  expect(rowOf('e5')).toHaveTextContent(/Unknown person.*has taken it over/);
});

test('only the author deletes a review, after a confirmation, with the version that was shown', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1', {
    'DELETE /api/reviews/r2': { ...reviews[1]!, ...written },
  });
  await expandAll(user);
  await waitFor(() => inReview('r1').getByText(reads('Note of 2026-03-02')));
  expect(inReview('r1').queryByRole('button', { name: /^Del:/ })).not.toBeInTheDocument();
  await user.click(inReview('r2').getByRole('button', { name: /^Del:/ }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'You are going to delete this review, are you?' })).getByText(
      'Yes',
    ),
  );
  await waitFor(() => expect(document.querySelector('[data-review="r2"]')).toBeNull());
  expect(commands()).toMatchObject([{ call: 'DELETE /api/reviews/r2', headers: { 'if-match': '5' } }]);
});

test('a member who only reads can print and contact the author, and cannot change a review', async () => {
  const { user } = openChart(dina, '/admissions/a1');
  await expandAll(user);
  await waitFor(() => inReview('r1').getByText(reads('Note of 2026-03-02')));
  expect(inReview('r1').getByRole('link', { name: /Contact Omar X/ })).toHaveAttribute(
    'href',
    'https://wa.me/201001234567',
  );
  expect(inReview('r1').getByRole('button', { name: 'Print' })).toBeInTheDocument();
  for (const name of [/^Dup/, /^Del:/, 'Edit', /ADD MEDICATION/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'CREATE NEW REVIEW' })).not.toBeInTheDocument();
});

/** The window that the browser opens, and what is done with it. */
function chatWindow() {
  const chat = {
    opener: window as Window | null,
    location: { replace: vi.fn<(address: string) => void>() },
    close: vi.fn<() => void>(),
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(chat as unknown as Window);
  onTestFinished(() => open.mockRestore());
  return { chat, open };
}
const config = { 'GET /api/config/': { chatUrl: 'https://chat.test/?ask={prompt}' } };
async function ask(user: ReturnType<typeof openChart>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  return screen.findByRole('dialog', { name: 'Ask the chat assistant' });
}

test('the prompt is shown in full, recorded in the access log, and then sent as the person left it', async () => {
  const { chat, open } = chatWindow();
  const recorded = vi.fn<(sent: { body: unknown }) => object>(() => {
    expect(chat.location.replace).not.toHaveBeenCalled();
    return { message: 'Recorded' };
  });
  const { user } = openChart(mona, '/admissions/a1', { ...config, 'POST /api/admissions/a1/chatAsked': recorded });
  const dialog = await ask(user);
  expect(dialog).toHaveTextContent('it is sent to chat.test');
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>('What is sent, exactly');
  expect(text.value).toContain('Meronem');
  expect(text.value).not.toContain('هدى');
  fireEvent.change(text, { target: { value: 'Only this' } });
  await user.click(within(dialog).getByRole('button', { name: /Send and open the chat/ }));
  await waitFor(() => expect(chat.location.replace).toHaveBeenCalledWith('https://chat.test/?ask=Only%20this'));
  expect(open).toHaveBeenCalledExactlyOnceWith('about:blank', '_blank');
  expect(chat.opener).toBeNull();
  // Ids and a count: nothing of the text.
  expect(recorded.mock.calls.map(([{ body }]) => body)).toEqual([{ reviews: 2 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a prompt that cannot be recorded in the access log is not sent', async () => {
  const { chat } = chatWindow();
  const { user } = openChart(mona, '/admissions/a1', {
    ...config,
    'POST /api/admissions/a1/chatAsked': () =>
      refusal(409, { message: 'The team’s admin has switched the chat assistant off', code: 'conflict' }),
  });
  const dialog = await ask(user);
  await user.click(within(dialog).getByRole('button', { name: /Send and open the chat/ }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'The team’s admin has switched the chat assistant off',
  );
  expect(dialog).toHaveTextContent('Nothing was sent');
  expect(chat.close).toHaveBeenCalled();
  expect(chat.location.replace).not.toHaveBeenCalled();
});

test('where the browser blocks the window, a link is shown once the prompt is recorded', async () => {
  chatWindow().open.mockReturnValue(null);
  const { user, commands } = openChart(mona, '/admissions/a1', {
    ...config,
    'POST /api/admissions/a1/chatAsked': { message: 'Recorded' },
  });
  const dialog = await ask(user);
  await user.click(within(dialog).getByRole('button', { name: /Send and open the chat/ }));
  expect(await within(dialog).findByRole('link', { name: /Send and open the chat/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/chat\.test\/\?ask=Act/),
  );
  expect(commands().filter(({ call }) => call === 'POST /api/admissions/a1/chatAsked')).toHaveLength(1);
});

test('a team that has switched off the chat assistant has no Ask button', async () => {
  openChart(mona, '/admissions/a1', { ...config, 'GET /api/teams/t1': { ...team, chatAllowed: false } });
  await screen.findByRole('button', { name: 'CREATE NEW REVIEW' });
  expect(screen.queryByRole('button', { name: 'Ask' })).not.toBeInTheDocument();
});

test('printing a review is recorded in the access log', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  const { user, commands } = openChart(dina, '/admissions/a1', {
    'POST /api/reviews/r1/printed': { message: 'Recorded' },
  });
  await expandAll(user);
  await user.click(await inReview('r1').findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  expect(commands().filter(({ call }) => call === 'POST /api/reviews/r1/printed')).toMatchObject([
    { headers: { team: 't1' } },
  ]);
});

test('without a chat address there is no Ask button', async () => {
  openChart(mona, '/admissions/a1');
  await screen.findByRole('checkbox', { name: 'Expand All' });
  expect(screen.queryByRole('button', { name: 'Ask' })).not.toBeInTheDocument();
});

test('a key carries a medicine of the day before into today’s review, also on an Arabic keyboard', async () => {
  openChart(mona, '/admissions/a1');
  const strip = await screen.findByRole('group', { name: 'Carry forward from 2026-03-02' });
  expect(within(strip).getByRole('button', { name: 'Zyvox' })).toBeDisabled();
  fireEvent.keyDown(document.body, { key: '١', code: 'Digit1', altKey: true });
  const form = await screen.findByRole('form', { name: 'New medication' });
  expect(within(form).getByRole('combobox', { name: 'Drug' })).toHaveValue('Meronem');
  expect(within(form).getByRole('combobox', { name: 'Error type' })).toHaveValue('No error');
  expect(within(form).getByRole('combobox', { name: 'Error type' })).toHaveFocus();
});

test('Alt+0 adds all medicines without an error at once, after their names were confirmed', async () => {
  const noError = { errType: NO_ERROR._id, errTypeLabel: NO_ERROR.label, errSeverity: null, errRes: null };
  const before = [
    entry('e5', 'Phenytoin', { ...noError, errDrug: 'x7.1' }),
    entry('e6', 'Klacid', { errDrug: 'x8.1' }),
    entry('e7', 'Zyvox', { ...noError, errDrug: 'x9.1' }),
  ];
  const today = review('r2', '2026-03-03', mona, []);
  const { user, commands } = openChart(mona, '/admissions/a1', {
    'GET /api/reviews/listAdmissionReviews/a1': [review('r1', '2026-03-02', omar, before), today],
    'POST /api/reviews/addRevMed/r2': ({ body }) => ({
      ...today,
      drugErrs: [
        { ...before[0], ...(body as { drugErr: DrugErr }).drugErr, _id: `new-${JSON.stringify(body).length}` },
      ],
      ...written,
    }),
  });
  await screen.findByRole('button', { name: /^All 2 without an error/ });
  fireEvent.keyDown(document.body, { key: '0', code: 'Digit0', altKey: true });
  const question = await screen.findByRole('alertdialog', { name: 'Carry 2 medicines forward as “No error”?' });
  expect(question).toHaveTextContent('Phenytoin, Zyvox');
  expect(commands()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Add 2' }));
  await waitFor(() => expect(commands()).toHaveLength(2));
  expect(commands().map(({ body }) => (body as { drugErr: DrugErr }).drugErr)).toMatchObject([
    { errDrug: 'x7.1', errType: NO_ERROR._id },
    { errDrug: 'x9.1', errType: NO_ERROR._id },
  ]);
});

test('a medicine that today’s review has under another trade name is not offered', async () => {
  const [phenytoin, klacid] = [
    entry('e5', 'Phenytoin', { errDrug: 'x7.1' }),
    entry('e6', 'Klacid', { errDrug: 'x8.2' }),
  ];
  const epanutin = entry('e7', 'Epanutin', { errDrug: 'x7.2' });
  const { user } = openChart(mona, '/admissions/a1', {
    'GET /api/reviews/listAdmissionReviews/a1': [
      review('r1', '2026-03-02', omar, [phenytoin, klacid]),
      review('r2', '2026-03-03', mona, [epanutin]),
    ],
  });
  const strip = within(await screen.findByRole('group', { name: /^Carry forward from/ }));
  expect(strip.getByRole('button', { name: 'Phenytoin' })).toBeDisabled();
  expect(strip.getByRole('button', { name: /Klacid/ })).toBeEnabled();
  await user.keyboard('{Alt>}1{/Alt}');
  expect(screen.queryByRole('form', { name: 'New medication' })).not.toBeInTheDocument();
});

test('of several open reviews, the one in which Alt+N opens a new entry shows the hint', async () => {
  const own = reviews.map((review) => ({ ...review, userId: 'u1' }));
  const { user } = openChart(mona, '/admissions/a1', { 'GET /api/reviews/listAdmissionReviews/a1': own });
  await expandAll(user);
  const add = (id: string) => inReview(id).getByRole('button', { name: /^ADD MEDICATION/ });
  await waitFor(() => [add('r1'), add('r2')]);
  const hinted = () => ['r1', 'r2'].filter((id) => add(id).textContent.endsWith('Alt+N'));
  await waitFor(() => expect(hinted()).toEqual(['r2']));
  await user.click(inReview('r1').getByRole('button', { name: 'Edit Meronem' }));
  await waitFor(() => expect(hinted()).toEqual(['r1']));
  fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', altKey: true });
  await waitFor(() => expect(inReview('r1').getByRole('form', { name: 'New medication' })).toBeInTheDocument());
  expect(inReview('r2').queryByRole('form', { name: 'New medication' })).not.toBeInTheDocument();
});

test('the question mark opens the sheet of shortcuts unless it is switched off; Ctrl+/ always opens it', async () => {
  const { user } = openChart(mona, '/admissions/a1');
  await screen.findByRole('checkbox', { name: 'Expand All' });
  fireEvent.keyDown(document.body, { key: '؟', code: 'Slash', shiftKey: true });
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(sheet).toHaveTextContent('Alt+N');
  await user.click(within(sheet).getByRole('checkbox', { name: /alone opens/ }));
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: 'ظ', code: 'Slash', ctrlKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  localStorage.removeItem('question-key');
});
