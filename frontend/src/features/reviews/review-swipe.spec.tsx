import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { mona, review } from '../../testing/hospital.ts';
import { ReviewSteps, ReviewSwipe } from './review-swipe.tsx';

const reviews = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day, at) => review(`r${at + 1}`, day, mona));
const arrived: string[] = [];

function Chart({ first }: { first: string[] }) {
  const [open, setOpen] = useState(first);
  return (
    <ReviewSteps reviews={reviews} open={open} onOpen={setOpen} onArrive={(id) => arrived.push(id)}>
      {open.map((id) => (
        <ReviewSwipe key={id} review={id}>
          <p data-testid={id}>{id}</p>
        </ReviewSwipe>
      ))}
    </ReviewSteps>
  );
}
const shown = () => screen.queryAllByTestId(/^r/).map(({ textContent }) => textContent);
const openChart = (...first: string[]) => {
  arrived.length = 0;
  return show(<Chart first={first} />);
};

test('the buttons open the neighbour in place of the review, and lead there', async () => {
  const { user } = openChart('r2');
  await user.click(screen.getByRole('button', { name: 'Next review: 2026-03-03' }));
  expect(shown()).toEqual(['r3']);
  expect(screen.queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Previous review: 2026-03-02' }));
  expect(shown()).toEqual(['r2']);
  expect(arrived).toEqual(['r3', 'r2']);
});

test('a neighbour that is open stays, and so does the review', async () => {
  const { user } = openChart('r1', 'r2');
  await user.click(screen.getByRole('button', { name: 'Next review: 2026-03-02' }));
  expect(shown()).toEqual(['r1', 'r2']);
  expect(arrived).toEqual(['r2']);
});

test('a swipe leads to the neighbour, and beyond the last one nowhere', async () => {
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 1, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'));
  openChart('r2');
  const swipe = (id: string) => {
    fireEvent.touchStart(screen.getByTestId(id), { touches: [{ clientX: 300, clientY: 100 }] });
    fireEvent.touchEnd(screen.getByTestId(id), { changedTouches: [{ clientX: 150, clientY: 100 }] });
  };
  // The listeners are loaded.
  await waitFor(() => {
    if (shown()[0] === 'r2') swipe('r2');
    expect(shown()).toEqual(['r3']);
  });
  swipe('r3');
  expect(shown()).toEqual(['r3']);
  expect(arrived).toEqual(['r3']);
});
