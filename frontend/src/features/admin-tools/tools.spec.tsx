import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer, askedQuestion } from '../../components/dialogs/confirm.tsx';
import { show } from '../../testing/component.tsx';
import { Tools } from './tools.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test.each([
  [{ stopped: 12, admissions: 3, complete: true }, '12 medications of 3 closed admissions stopped'],
  [{ stopped: 1, admissions: 1, complete: true }, '1 medication of 1 closed admission stopped'],
  [
    { stopped: 1000, admissions: 400, complete: false },
    '1,000 medications of 400 closed admissions stopped: there may be more, run it again',
  ],
])('the outcome %j is worded by the page', async (outcome, words) => {
  globalThis.fetch = async () => new Response(JSON.stringify({ ...outcome, message: 'as the server says it' }));
  const { user } = show(<Tools />);
  await user.click(screen.getByRole('button', { name: 'Stop Closed AdmMed' }));
  await waitFor(() => expect(askedQuestion.getState().isOpen).toBe(true));
  answer(true);
  expect(await screen.findByText(words)).toBeInTheDocument();
});
