import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useUnsaved, wouldLose } from './unsaved-changes.ts';

function Work({ what, onSearch }: { what: string | undefined; onSearch: boolean }) {
  useUnsaved(what, { onSearch });
  return null;
}
const here = { pathname: '/drugs', search: '?tradeId=a' };
const otherDrug = { pathname: '/drugs', search: '?tradeId=b' };
const away = { pathname: '/teamlist', search: '' };

test('leaving a screen loses what was typed there; another tab of it, said in the search, does not', () => {
  render(<Work what="Entry: Warfarin" onSearch={false} />);
  expect([wouldLose(here, away), wouldLose(here, otherDrug)]).toEqual([true, false]);
});
test('where the search says what is edited, another search loses it as well, until it is saved', () => {
  const { rerender } = render(<Work what="Drug: Warfarin" onSearch />);
  expect([wouldLose(here, away), wouldLose(here, otherDrug), wouldLose(here, here)]).toEqual([true, true, false]);
  rerender(<Work what={undefined} onSearch />);
  expect([wouldLose(here, away), wouldLose(here, otherDrug)]).toEqual([false, false]);
});
