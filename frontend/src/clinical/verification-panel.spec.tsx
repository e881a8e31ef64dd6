import { screen } from '@testing-library/react';
import type { Verification } from 'language/contract/history';
import { expect, test } from 'vitest';
import { refusal, serve } from '../testing/screen.tsx';
import { show, reads } from '../testing/component.tsx';
import { VerificationPanel } from './verification-panel.tsx';

const verification: Verification = {
  stream: 'admission-a1',
  intact: true,
  checked: 4,
  sealed: 4,
  anchors: 2,
  publicKey: 'the-key',
};
async function verified(answer: Verification | Response): Promise<void> {
  serve({ 'GET /api/history/admissions/a1/verify': answer });
  const { user } = show(<VerificationPanel kind="admissions" id="a1" />);
  await user.click(screen.getByRole('button', { name: 'Verify' }));
}

test('an intact history is said in words, with the command of a check elsewhere', async () => {
  await verified(verification);
  expect(await screen.findByText(/All is as it was written: 4 changes checked/)).toBeInTheDocument();
  expect(screen.getByText('Each has its seal; 2 signed anchors name them.')).toBeInTheDocument();
  expect(screen.getByText('node verify-export.mjs admission-a1.ndjson --key the-key')).toBeInTheDocument();
});

test('the newest changes without a seal or an anchor are no fault', async () => {
  await verified({ ...verification, sealed: 3, anchors: 0 });
  expect(
    await screen.findByText(
      '3 have their seal, the newest get theirs within seconds; no signed anchor names them yet.',
    ),
  ).toBeInTheDocument();
});

test('a change whose seal is missing is not called intact', async () => {
  await verified({
    ...verification,
    sealed: 0,
    anchors: 0,
    unsealed: { revision: 0, since: '2026-03-02T10:00:00.000Z' },
  });
  expect(await screen.findByText('Not sealed: not everything here is proven.')).toBeInTheDocument();
  expect(screen.getByText(reads(/^Change 1, written 2026-03-02 .* have no seal/))).toBeInTheDocument();
  expect(screen.queryByText(/All is as it was written/)).not.toBeInTheDocument();
});

test.each([
  ['altered', 'was altered after it had been written'],
  ['dropped', 'was taken out'],
  ['inserted', 'was put in afterwards'],
  ['moved', 'was moved from another place'],
] as const)('an event that was %s is named', async (what, words) => {
  await verified({
    ...verification,
    intact: false,
    checked: 2,
    broken: { revision: 2, reason: 'This event is not the one that was written here', what },
  });
  expect(await screen.findByText(`Not as it was written: change 3 ${words}.`)).toBeInTheDocument();
  expect(screen.getByText(/The 2 changes before it are as they were written/)).toBeInTheDocument();
});

test('a refused check says why', async () => {
  await verified(
    refusal(429, { message: 'Two of your checks are still running, please wait for one of them', code: 'tooMany' }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Two of your checks are still running');
});
