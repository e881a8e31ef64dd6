import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { entry, mona, noError, omar, review } from '../../testing/hospital.ts';
import { ReviewBody } from './review-body.tsx';
import { ReviewList } from './review-list.tsx';

const reviews = [
  review('r1', '2026-03-01', omar, [entry('e1', 'Marevan'), noError('e2', 'Marevan')], {
    userName: 'Ali Hassan',
    clinicalNote: '<p>Septic shock</p>',
  }),
  review('r2', '2026-03-03', mona, [], { clinicalNote: '<p>Extubated</p><script>bad()</script>' }),
];

function Screen({ editing = [] }: { editing?: string[] }) {
  const [open, setOpen] = useState<string[]>(['r2']);
  return (
    <ReviewList
      reviews={reviews}
      admissionDate="2026-03-01"
      until="2026-03-04"
      open={open}
      onOpen={setOpen}
      onGo={() => undefined}
      arrivals={new Map([['review:r2', 'added']])}
      editingAt={(id) => (id === 'r1' ? editing : [])}
      renderBody={(shown) => (
        <ReviewBody review={shown} user={mona._id} canEdit={shown.userId === mona._id}>
          <p>{shown.drugErrs.length} rows</p>
        </ReviewBody>
      )}
    />
  );
}

test('a header shows day of stay, weekday, date and author, and counts errors without "No error"', () => {
  show(<Screen />);
  const header = screen.getByRole('button', { name: /Sunday 2026-03-01/ });
  expect(header).toHaveTextContent('Day 1');
  expect(header).toHaveTextContent('Edited by Ali Hassan');
  expect(header).toHaveTextContent('2 medications, 1 error');
});

test('a header says when the review was written: the time, and the day where it is another one', () => {
  const written = (createdAt: string) => ({ ...reviews[0]!, _id: createdAt, createdAt });
  show(
    <ReviewList
      reviews={[written('2026-03-01T11:05:00.000Z'), written('2026-03-02T11:05:00.000Z')]}
      admissionDate="2026-03-01"
      until="2026-03-02"
      open={[]}
      onOpen={() => undefined}
      onGo={() => undefined}
      arrivals={new Map()}
      editingAt={() => []}
      renderBody={() => null}
    />,
  );
  const times = screen.getAllByRole('time').map(({ textContent }) => textContent);
  expect(times).toEqual([expect.stringMatching(/^\d\d:05$/), expect.stringMatching(/^2026-03-02 \d\d:05$/)]);
});

test('only open reviews are on the page, and Expand All opens all of them', async () => {
  const user = userEvent.setup();
  show(<Screen />);
  expect(await screen.findByText('Extubated')).toBeInTheDocument();
  expect(screen.queryByText('Septic shock')).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Expand All' }));
  expect(await screen.findByText('Septic shock')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Expand All' })).toBeChecked());
});

test('only the author can edit the review’s date and note', async () => {
  const user = userEvent.setup();
  show(<Screen />);
  await user.click(screen.getByRole('checkbox', { name: 'Expand All' }));
  await screen.findByText('Septic shock');
  const [theirs, mine] = screen.getAllByRole('region');
  expect(within(mine!).getByRole('button', { name: 'Edit' })).toBeInTheDocument();
  expect(within(theirs!).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

test('a header names a teammate who is editing the review', () => {
  show(<Screen editing={['Ali Hassan']} />);
  expect(screen.getByText('Ali Hassan is editing this review')).toBeInTheDocument();
});

test('a new review is marked, and its HTML is sanitised', () => {
  const { container } = show(<Screen />);
  expect(container.querySelector('[data-review=r2]')).toHaveAttribute('data-new', 'added');
  expect(container.querySelector('[data-review=r1]')).not.toHaveAttribute('data-new');
  expect(container.querySelector('script')).toBeNull();
});
