import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DrugErr, Review } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { ReviewBody } from './review-body.tsx';
import { ReviewList } from './review-list.tsx';

const entry = (_id: string, errType: string): DrugErr => ({
  _id,
  version: 1,
  errType,
  errTypeLabel: '',
  errDrug: 'd',
  errDrugLabel: 'Marevan',
  errNote: '',
  errRes: null,
  errSeverity: null,
  followUpDate: null,
  rating: null,
  drugTags: [],
});
const review = (
  _id: string,
  reviewDate: string,
  userId: string,
  userName: string,
  clinicalNote: string,
  drugErrs: DrugErr[] = [],
): Review => ({
  _id,
  version: 1,
  headVersion: 1,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate,
  clinicalNote,
  drugErrs,
  userId,
  userEmail: '',
  userName,
  userPhone: '01001234567',
});
const reviews = [
  review('r1', '2026-03-01', 'ali', 'Ali Hassan', '<p>Septic shock</p>', [
    entry('e1', 't1'),
    entry('e2', NO_ERROR._id),
  ]),
  review('r2', '2026-03-03', 'mona', 'Mona Adel', '<p>Extubated</p><script>bad()</script>'),
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
      renderBody={(review) => (
        <ReviewBody review={review} user="mona" canEdit={review.userId === 'mona'}>
          <p>{review.drugErrs.length} rows</p>
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
