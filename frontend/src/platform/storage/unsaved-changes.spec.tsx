import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasEditsToLose, useUnsaved } from './unsaved-changes.ts';

function Work({ what, onSearch }: { what: string | undefined; onSearch: boolean }) {
  useUnsaved(what, { onSearch });
  return null;
}
const here = { pathname: '/drugs', search: '?tradeId=a' };
const otherDrug = { pathname: '/drugs', search: '?tradeId=b' };
const away = { pathname: '/teamlist', search: '' };

test('leaving a screen discards its edits; another search of the same address does not', () => {
  render(<Work what="Entry: Warfarin" onSearch={false} />);
  expect([hasEditsToLose(here, away), hasEditsToLose(here, otherDrug)]).toEqual([true, false]);
});
test('an edit that depends on the search is discarded by another search until it is saved', () => {
  const { rerender } = render(<Work what="Drug: Warfarin" onSearch />);
  expect([hasEditsToLose(here, away), hasEditsToLose(here, otherDrug), hasEditsToLose(here, here)]).toEqual([
    true,
    true,
    false,
  ]);
  rerender(<Work what={undefined} onSearch />);
  expect([hasEditsToLose(here, away), hasEditsToLose(here, otherDrug)]).toEqual([false, false]);
});
