import { expect, test } from 'vitest';
import { BUTTON, FIELD, freePosition, SUBMIT, type Obstacle, type Rect } from './toast-host.tsx';

const viewport = { width: 1280, height: 900 };
const home: Rect = { left: 880, top: 840, right: 1264, bottom: 884 };
const unmoved = { x: 0, y: 0 };
const button = (left: number, top: number): Obstacle => ({
  left,
  top,
  right: left + 120,
  bottom: top + 40,
  weight: BUTTON,
});

test('toasts stay in their corner if there is no button', () => {
  expect(freePosition(home, [button(100, 850)], viewport, unmoved)).toEqual(unmoved);
});

test('a button in their corner moves them to the other corner', () => {
  expect(freePosition(home, [button(1000, 850)], viewport, unmoved)).toEqual({ x: -864, y: 0 });
});

test('with a button in both corners they are above the lower button', () => {
  const shift = freePosition(home, [button(1000, 850), button(100, 860)], viewport, unmoved);
  expect(shift.y).toBeLessThan(0);
  expect(home.bottom + shift.y).toBeLessThan(860);
});

test('a button that appears below them moves them, and they stay there while it is free', () => {
  const there = { x: -864, y: 0 };
  expect(freePosition(home, [], viewport, there)).toEqual(there);
  expect(freePosition(home, [button(100, 850)], viewport, there)).toEqual(unmoved);
});

test('they avoid a field if a position is free nearby; else they avoid only the buttons', () => {
  const field = (top: number, height: number): Obstacle => ({
    left: 0,
    top,
    right: 1280,
    bottom: top + height,
    weight: FIELD,
  });
  expect(freePosition(home, [field(840, 40)], viewport, unmoved)).toEqual({ x: 0, y: -48 });
  expect(freePosition(home, [field(300, 600)], viewport, unmoved)).toEqual(unmoved);
});

test('on a phone, where they are as wide as the screen, they move up', () => {
  const wide: Rect = { left: 16, top: 784, right: 374, bottom: 828 };
  expect(
    freePosition(
      wide,
      [{ left: 20, top: 790, right: 120, bottom: 834, weight: SUBMIT }],
      { width: 390, height: 844 },
      unmoved,
    ),
  ).toEqual({ x: 0, y: -44 });
});

test('on a phone, a form that is full of buttons moves them above it, below the banner', () => {
  const wide: Rect = { left: 16, top: 784, right: 374, bottom: 828 };
  const rows = Array.from({ length: 11 }, (_, row): Obstacle => ({
    left: 20,
    top: 290 + row * 50,
    right: 370,
    bottom: 334 + row * 50,
    weight: BUTTON,
  }));
  const shift = freePosition(wide, rows, { width: 390, height: 844 }, unmoved);
  expect(wide.bottom + shift.y).toBeLessThan(290);
  expect(wide.top + shift.y).toBeGreaterThan(844 * 0.15);
});

test('if nothing is free they cover the least important control, and never the page header', () => {
  const rows = Array.from({ length: 45 }, (_, row): Obstacle => ({
    left: 0,
    top: row * 20,
    right: 1280,
    bottom: row * 20 + 19,
    weight: BUTTON,
  }));
  const field: Obstacle = { left: 0, top: 600, right: 1280, bottom: 680, weight: FIELD };
  const shift = freePosition(home, [...rows.filter(({ top }) => top < 600 || top >= 680), field], viewport, unmoved);
  expect(home.top + shift.y).toBeGreaterThan(600);
  expect(home.bottom + shift.y).toBeLessThan(680);
  const full = freePosition(home, rows, viewport, unmoved);
  expect(home.top + full.y).toBeGreaterThanOrEqual(viewport.height * 0.35);
});
