import type { DrugErr } from 'language/contract/entities';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { dina, entry, medication, mona, reviews, written } from '../../testing/hospital.ts';
import { ask, chatWindow, config, expandAll, inReview } from '../../testing/reviews.ts';
import { refusal } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

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
  await user.click(await waitFor(() => inReview('r1').getByText('Duplicate')));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to duplicate?' });
  expect(commands()).toEqual([]);
  await user.click(within(question).getByText('Yes'));
  await waitFor(() => expect(inReview('r3').getByText('Copied')).toBeInTheDocument());
  expect(commands()).toMatchObject([{ call: 'POST /api/reviews/r1/duplicate', body: {} }]);
});

test('only the author deletes a review, after a confirmation, with the version that was shown', async () => {
  const { user, commands } = openChart(mona, '/admissions/a1', {
    'DELETE /api/reviews/r2': { ...reviews[1]!, ...written },
  });
  await expandAll(user);
  await waitFor(() => inReview('r1').getByText(reads('Note of 2026-03-02')));
  expect(inReview('r1').queryByRole('button', { name: /^Delete:/ })).not.toBeInTheDocument();
  await user.click(inReview('r2').getByRole('button', { name: /^Delete:/ }));
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
  for (const name of [/^Duplicate/, /^Delete:/, 'Edit', /ADD MEDICATION/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'CREATE NEW REVIEW' })).not.toBeInTheDocument();
});

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

test('without a chat address there is no Ask button', async () => {
  openChart(mona, '/admissions/a1');
  await screen.findByRole('checkbox', { name: 'Expand All' });
  expect(screen.queryByRole('button', { name: 'Ask' })).not.toBeInTheDocument();
});

test('a key carries a medicine of the day before into today’s review, also on an Arabic keyboard', async () => {
  openChart(mona, '/admissions/a1', { 'GET /api/admissions/a1/medications': [] });
  const strip = await screen.findByRole('group', { name: 'Carry forward from 2026-03-02' });
  expect(within(strip).getByText('Zyvox').closest('li')).toHaveTextContent('In this review');
  fireEvent.keyDown(document.body, { key: '١', code: 'Digit1', altKey: true });
  const form = await screen.findByRole('form', { name: 'New medication' });
  expect(within(form).getByRole('combobox', { name: 'Drug' })).toHaveValue('Meronem');
  expect(within(form).getByRole('combobox', { name: 'Error type' })).toHaveValue('No error');
  expect(within(form).getByRole('combobox', { name: 'Error type' })).toHaveFocus();
});

test('the search of drugs offers the strength that the patient is on before others of its name', async () => {
  const strengths = ['100', '300'].map((mg) => ({
    _id: `z${mg}`,
    label: `Zyloric ${mg} mg`,
    drug: 'z',
    drugLabel: 'Allopurinol',
    drugTags: [],
  }));
  const { user } = openChart(mona, '/admissions/a1', {
    'GET /api/drugs': strengths,
    'GET /api/admissions/a1/medications': [medication('m1', 'Zyloric 300 mg', { drug: 'z300' })],
  });
  await user.click(await screen.findByRole('button', { name: /ADD MEDICATION/ }));
  await user.type(await screen.findByRole('combobox', { name: /^Drug/ }), 'zyl');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Zyloric 300 mg .*this patient’s$/),
      expect.stringMatching(/^Zyloric 100 mg/),
    ]),
  );
});

test('the response of an error opens its menu in one press: first to take the entry over, then to record', async () => {
  const answer = (over: Partial<DrugErr>) => {
    const [error, ...others] = reviews[0]!.drugErrs;
    return { ...reviews[0]!, ...written, drugErrs: [{ ...error!, ...over }, ...others] };
  };
  const { user, commands } = openChart(mona, '/admissions/a1', {
    'GET /api/reviews/listAdmissionReviews/a1': [answer({ errRes: null })],
    'PUT /api/reviews/r1/takeOver': answer({ errRes: null, responsible: 'u1', version: 8 }),
    'PUT /api/reviews/r1/response': answer({ responsible: 'u1', errRes: 1, version: 9 }),
  });
  const pill = (name: string) => inReview('r1').getByRole('button', { name });
  await user.click(await waitFor(() => pill('Pending')));
  await user.click(await screen.findByRole('menuitem', { name: 'Take over' }));
  await inReview('r1').findByText(/has taken it over/);
  await user.click(pill('Pending'));
  await user.click(await screen.findByRole('menuitem', { name: /Accept/ }));
  await waitFor(() => expect(pill('Accept')).toBeInTheDocument());
  expect(commands()).toMatchObject([
    { call: 'PUT /api/reviews/r1/takeOver', body: { errId: 'e1' } },
    { call: 'PUT /api/reviews/r1/response', body: { errId: 'e1', errRes: 1 }, headers: { 'if-match': '8' } },
  ]);
});
