/** For what takes no elements: the labels of a chart, titles of windows, a text field that is shown and not stored. */
import { spansIn } from './text-spans.ts';

const opening = { ltr: '\u2066', rtl: '\u2067', unbroken: '' } as const;
const ISOLATE_END = '\u2069';
/** Within the isolate, so that a range of Arabic digits is read from left to right as well. */
const [OVERRIDE, OVERRIDE_END] = ['\u202D', '\u202C'];

/**
 * The text with the isolates of Unicode around what `spansIn` isolates; as it is, where there is nothing. Undone by
 * `withoutIsolates`.
 */
export function isolatedText(text: string): string {
  let shown = text;
  // From the last to the first: what is put in moves nothing that is still to be looked at. Those inside come after
  // those around them.
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

/** For what leaves the screen, to be stored, copied or sent. */
export const withoutIsolates = (shown: string): string => shown.replaceAll(/[\u2066\u2067\u2069\u202C\u202D]/g, '');
