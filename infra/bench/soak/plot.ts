/** A line plot as SVG: the memory of each process over time. */
import type { Sample } from './slope.ts';

export interface Line {
  readonly name: string;
  readonly samples: readonly Sample[];
}

const WIDTH = 960;
const HEIGHT = 480;
const MARGIN = { top: 40, right: 150, bottom: 45, left: 60 };
const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b'];
const TICKS = 6;

/** 1, 2 or 5 times a power of ten, so that at most `TICKS` of them reach `most`. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / TICKS));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= TICKS) ?? 10 * power;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param from the minute from which the slopes count: a dashed line */
export function plotOf(title: string, lines: readonly Line[], from: number): string {
  const all = lines.flatMap(({ samples }) => samples);
  const minutes = Math.max(1, ...all.map((sample) => sample.minutes));
  const most = 1.05 * Math.max(1, ...all.map((sample) => sample.value));
  const x = (minute: number): number => MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * minute) / minutes;
  const y = (value: number): number => HEIGHT - MARGIN.bottom - ((HEIGHT - MARGIN.top - MARGIN.bottom) * value) / most;
  const ticks = (end: number): number[] => {
    const step = stepFor(end);
    return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
  };
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const parts = [
    `<text x="${MARGIN.left}" y="22" font-size="15">${escaped(title)}</text>`,
    ...ticks(most).map(
      (value) =>
        `<line x1="${MARGIN.left}" y1="${y(value)}" x2="${right}" y2="${y(value)}" stroke="#ddd"/>` +
        `<text x="${MARGIN.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
    ),
    ...ticks(minutes).map(
      (minute) => `<text x="${x(minute)}" y="${bottom + 18}" text-anchor="middle">${minute}</text>`,
    ),
    `<text x="${right}" y="${HEIGHT - 8}" text-anchor="end">minutes</text>`,
    `<text x="12" y="${MARGIN.top - 4}">MB</text>`,
    `<line x1="${x(from)}" y1="${MARGIN.top}" x2="${x(from)}" y2="${bottom}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...lines.map(({ name, samples }, index) => {
      const colour = COLOURS[index % COLOURS.length] ?? '#000';
      const points = samples.map(({ minutes: at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
      return (
        `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points}"/>` +
        `<text x="${right + 10}" y="${MARGIN.top + 18 * index}" fill="${colour}">${escaped(name)}</text>`
      );
    }),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">` +
    `<rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`
  );
}
