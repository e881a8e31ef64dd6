import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listenToSwipes, swipeOf } from './swipe.ts';

const from = { x: 200, y: 300, at: 0 };

test('a swipe is long, flat and quick', () => {
  expect(swipeOf(from, { x: 120, y: 310, at: 200 })).toBe('left');
  expect(swipeOf(from, { x: 280, y: 290, at: 200 })).toBe('right');
  expect(swipeOf(from, { x: 150, y: 300, at: 200 })).toBeUndefined();
  expect(swipeOf(from, { x: 120, y: 350, at: 200 })).toBeUndefined();
  expect(swipeOf(from, { x: 120, y: 300, at: 2_000 })).toBeUndefined();
});

let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
  window.getSelection()?.removeAllRanges();
});

function page(html: string, dir = 'ltr') {
  document.body.innerHTML = `<div id="root" dir="${dir}" style="direction: ${dir}">${html}</div>`;
  const root = document.getElementById('root')!;
  const swipes: string[] = [];
  stop = listenToSwipes(root, (to) => swipes.push(to));
  const swipe = (on: string, across: number, { x = 200, down = 0, fingers = 1 } = {}) => {
    const target = document.getElementById(on)!;
    const touches = Array.from({ length: fingers }, () => ({ clientX: x, clientY: 300 }));
    fireEvent.touchStart(target, { touches });
    fireEvent.touchEnd(target, { changedTouches: [{ clientX: x + across, clientY: 300 + down }] });
  };
  return { root, swipes, swipe };
}

test('the page turns against the reading direction', () => {
  const english = page('<p id="text">Stable</p>');
  english.swipe('text', -100);
  english.swipe('text', 100);
  expect(english.swipes).toEqual(['next', 'previous']);
  stop();
  const arabic = page('<p id="text">مستقر</p>', 'rtl');
  arabic.swipe('text', -100);
  arabic.swipe('text', 100);
  expect(arabic.swipes).toEqual(['previous', 'next']);
});

test('a form, a slider and an editor keep their swipes', () => {
  const { swipes, swipe } = page(
    '<form><p id="form">x</p></form><div role="slider" id="slider"></div><div contenteditable><p id="editor">x</p></div>',
  );
  for (const on of ['form', 'slider', 'editor']) swipe(on, -100);
  expect(swipes).toEqual([]);
});

test('what scrolls sideways keeps its swipes', () => {
  const { swipes, swipe } = page('<div id="wide" style="overflow-x: auto"><p id="inside">x</p></div>');
  Object.defineProperty(document.getElementById('wide')!, 'scrollWidth', { value: 900 });
  swipe('inside', -100);
  expect(swipes).toEqual([]);
});

test('selected text, two fingers, the edge of the screen and a scrolled page are no swipe', () => {
  const { swipes, swipe, root } = page('<p id="text">Stable, afebrile</p>');
  swipe('text', -100, { fingers: 2 });
  swipe('text', 100, { x: 10 });
  fireEvent.touchStart(root, { touches: [{ clientX: 200, clientY: 300 }] });
  fireEvent.touchCancel(root);
  fireEvent.touchEnd(root, { changedTouches: [{ clientX: 20, clientY: 300 }] });
  fireEvent.touchStart(root, { touches: [{ clientX: 200, clientY: 300 }] });
  vi.stubGlobal('scrollY', 40);
  fireEvent.touchEnd(root, { changedTouches: [{ clientX: 20, clientY: 300 }] });
  vi.unstubAllGlobals();
  window.getSelection()?.selectAllChildren(root);
  swipe('text', -100);
  expect(swipes).toEqual([]);
});

test('nothing happens once it has stopped', () => {
  const { swipes, swipe } = page('<p id="text">Stable</p>');
  stop();
  swipe('text', -100);
  expect(swipes).toEqual([]);
});
