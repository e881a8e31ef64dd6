import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { session } from '../../platform/session/session.ts';
import { entry as entryOf } from '../../testing/hospital.ts';
import { RateStars } from './stars.tsx';

const entry = entryOf('e1', 'Meronem');

/** The ratings that are sent. The test answers each. */
function open() {
  const sent: { rating: number; answer: () => void }[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = (_input, init) =>
    new Promise((resolve) => {
      const { rating } = JSON.parse(String(init?.body)) as { rating: number };
      sent.push({
        rating,
        answer: () =>
          resolve(
            new Response(
              JSON.stringify({
                stream: 'admission-a1',
                revision: 4,
                _id: 'r1',
                admission: 'a1',
                drugErrs: [{ ...entry, rating }],
              }),
            ),
          ),
      });
    });
  session.send({ type: 'signedUp', user: { token: 't9', _id: 'u9', firstName: 'Nadia', lastName: 'X' } });
  onTestFinished(() => {
    globalThis.fetch = realFetch;
    session.send({ type: 'otherTab', user: undefined });
    queryClient.clear();
  });
  const { unmount } = render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <RateStars entry={entry} reviewId="r1" />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  const stars = screen.getByRole('slider', { name: /Meronem/ });
  return { sent, stars, unmount, choose: (rating: number) => fireEvent.change(stars, { target: { value: rating } }) };
}

test('a rating that is chosen while an earlier one is saved stays, and is sent next', async () => {
  const { sent, stars, choose } = open();
  choose(3);
  await waitFor(() => expect(sent.map(({ rating }) => rating)).toEqual([3]));
  choose(4.5);
  sent[0]?.answer();
  await waitFor(() => expect(sent.map(({ rating }) => rating)).toEqual([3, 4.5]));
  expect(stars).toHaveValue('4.5');
});

test('a rating is sent when the person leaves at once', async () => {
  const { sent, choose, unmount } = open();
  choose(2);
  unmount();
  await waitFor(() => expect(sent.map(({ rating }) => rating)).toEqual([2]));
});
