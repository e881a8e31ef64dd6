/** Keys, carrying forward, a blocked window of the chat assistant, printing, and who took an entry over. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DrugErr } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { openChart } from '../../testing/chart.ts';
import { printDialog } from '../../testing/screen.tsx';
import { dina, entry, mona, omar, review, reviews, team, written } from '../../testing/hospital.ts';
import { ask, chatWindow, config, expandAll, inReview } from '../../testing/reviews.ts';

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
  const print = printDialog();
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
  const question = await screen.findByRole('alertdialog', { name: 'Carry 2 medications forward as “No error”?' });
  expect(question).toHaveTextContent('Phenytoin, Zyvox');
  expect(commands()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Add 2 medications' }));
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
    'GET /api/admissions/a1/medications': [],
  });
  const strip = within(await screen.findByRole('group', { name: /^Carry forward from/ }));
  // The catalogue says that both are names of one drug.
  await waitFor(() => expect(strip.getByText('Phenytoin').closest('li')).toHaveTextContent('In this review'));
  expect(strip.getByRole('button', { name: 'Entry for Klacid' })).toBeEnabled();
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
