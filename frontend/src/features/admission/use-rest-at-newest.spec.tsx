import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useRestAtNewest } from './use-rest-at-newest.ts';

const scrolled = vi.fn();
function Chart({ newest, top, isElsewhere = false }: { newest?: string; top: number; isElsewhere?: boolean }) {
  const isAtNewest = useRestAtNewest(newest, () => isElsewhere);
  return (
    <>
      <p>{isAtNewest ? 'at the newest' : 'at the top'}</p>
      {newest === undefined ? null : (
        <div
          data-review={newest}
          ref={(review) => {
            if (!review) return;
            review.getBoundingClientRect = () => new DOMRect(0, top, 300, 400);
            review.scrollIntoView = () => scrolled(newest);
          }}
        />
      )}
    </>
  );
}
const window768 = () => vi.stubGlobal('innerHeight', 768);
afterEach(() => {
  vi.unstubAllGlobals();
  scrolled.mockClear();
});

test('the page rests at a newest review that is not in sight', () => {
  window768();
  const { container } = render(<Chart newest="r9" top={1200} />);
  expect(container).toHaveTextContent('at the newest');
  expect(scrolled).toHaveBeenCalledWith('r9');
});

test.each([
  ['the newest is in sight', { newest: 'r9', top: 400 }],
  ['the page goes elsewhere', { newest: 'r9', top: 1200, isElsewhere: true }],
  ['there is no review', { top: 1200 }],
])('the page stays at its top when %s', (_, props) => {
  window768();
  const { container } = render(<Chart {...props} />);
  expect(container).toHaveTextContent('at the top');
  expect(scrolled).not.toHaveBeenCalled();
});

test('a page that was scrolled stays', () => {
  window768();
  vi.stubGlobal('scrollY', 30);
  render(<Chart newest="r9" top={1200} />);
  expect(scrolled).not.toHaveBeenCalled();
});

test('the reviews may come later, and a newer one does not scroll the page again', () => {
  window768();
  const { rerender } = render(<Chart top={1200} />);
  rerender(<Chart newest="r9" top={1200} />);
  expect(scrolled).toHaveBeenCalledWith('r9');
  scrolled.mockClear();
  rerender(<Chart newest="r10" top={1300} />);
  expect(scrolled).not.toHaveBeenCalled();
});
