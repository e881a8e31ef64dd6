/** Text isolation where elements are impossible: labels of charts, window titles, text fields for display only. */
import { spansIn } from './text-spans.ts';

const opening = { ltr: '\u2066', rtl: '\u2067', unbroken: '' } as const;
const ISOLATE_END = '\u2069';
/** Within the isolate: a range of Arabic digits reads from left to right, too. */
const [OVERRIDE, OVERRIDE_END] = ['\u202D', '\u202C'];

/** The text with Unicode isolates around the spans that `spansIn` isolates. `withoutIsolates` undoes it. */
export function isolatedText(text: string): string {
  let shown = text;
  // From the last to the first, so that an insertion does not move the other positions. Inner marks follow outer ones.
  const marks = spansIn(text)
    .filter(({ kind }) => kind !== 'unbroken')
    .flatMap(({ start, end, kind }, depth) => {
      const override = kind === 'ltr' && /[٠-٩۰-۹]/.test(text.slice(start, end));
      return [
        { at: start, order: depth + 1, sign: opening[kind] + (override ? OVERRIDE : '') },
        { at: end, order: -depth - 1, sign: (override ? OVERRIDE_END : '') + ISOLATE_END },
      ];
    });
  for (const { at, sign } of marks.sort((one, other) => other.at - one.at || other.order - one.order))
    shown = shown.slice(0, at) + sign + shown.slice(at);
  return shown;
}

/** For text that is stored, copied or sent. */
export const withoutIsolates = (shown: string): string => shown.replaceAll(/[\u2066\u2067\u2069\u202C\u202D]/g, '');
