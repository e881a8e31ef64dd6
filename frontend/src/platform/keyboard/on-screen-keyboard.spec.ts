import { afterEach, expect, test, vi } from 'vitest';
import { coveredByKeyboard, followKeyboard } from './on-screen-keyboard.ts';

test('a keyboard that is laid over the page covers the rest of the window', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 508, offsetTop: 0 })).toBe(336);
});
test('what the page was moved up by is not covered', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 508, offsetTop: 100 })).toBe(236);
});
test('without a keyboard, or where the page became shorter, nothing is covered', () => {
  expect(coveredByKeyboard(844, { scale: 1, height: 844.4, offsetTop: 0 })).toBe(0);
  expect(coveredByKeyboard(508, { scale: 1, height: 508, offsetTop: 0 })).toBe(0);
});
test('a page that is zoomed in has no keyboard to make room for', () => {
  expect(coveredByKeyboard(844, { scale: 2, height: 422, offsetTop: 0 })).toBe(0);
});

afterEach(() => vi.unstubAllGlobals());

/** The part of an element of the page that the test needs: its inline styles. */
function element() {
  const properties = new Map<string, string>();
  return {
    properties,
    style: {
      getPropertyValue: (name: string) => properties.get(name) ?? '',
      // An empty value removes a property.
      setProperty: (name: string, value: string) =>
        void (value === '' ? properties.delete(name) : properties.set(name, value)),
      removeProperty: (name: string) => void properties.delete(name),
    },
  };
}

test('the page has the inset only while a keyboard covers it', () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1, height: 844, offsetTop: 0 });
  const [root, foot] = [element(), element()];
  vi.stubGlobal('window', { visualViewport: viewport, innerHeight: 844 });
  vi.stubGlobal('document', { documentElement: root });
  const end = followKeyboard(foot as unknown as HTMLElement);
  expect([...root.properties, ...foot.properties]).toEqual([]);

  viewport.height = 508;
  viewport.dispatchEvent(new Event('resize'));
  expect([...root.properties, ...foot.properties]).toEqual([
    ['--keyboard-inset', '336px'],
    ['--keyboard-inset', '336px'],
  ]);
  viewport.height = 844;
  viewport.dispatchEvent(new Event('resize'));
  expect([...root.properties, ...foot.properties]).toEqual([]);

  viewport.height = 508;
  viewport.dispatchEvent(new Event('resize'));
  end();
  expect([...root.properties]).toEqual([]);
});
