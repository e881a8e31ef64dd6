/**
 * HL7 version 2 as data: segments, fields, repetitions, components, subcomponents, with the delimiters that the message
 * names. Pure and total: a field that is not there is an empty text.
 */

/** The value of a field that deletes what was known before; an empty field leaves it. */
export const DELETES = '""';

interface Delimiters {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

/** One repetition of a field, as its components with their subcomponents. */
export type Repetition = readonly (readonly string[])[];

export interface Segment {
  readonly name: string;
  /** All repetitions of a field, by its number in the standard; none where it is empty. */
  repetitions(field: number): readonly Repetition[];
  /** The text of a component, of the first repetition: of the first subcomponent. */
  text(field: number, component?: number): string;
}

export interface Message {
  readonly segments: readonly Segment[];
  /** As they were received, for a person. */
  readonly lines: readonly string[];
  readonly delimiters: Delimiters;
  /** The first segment of this name. */
  segment(name: string): Segment | undefined;
}

type TextOf = (bytes: Buffer) => string;

/** The text of a component of a repetition. */
export const componentOf = (repetition: Repetition | undefined, component: number): string =>
  repetition?.[component - 1]?.[0] ?? '';

/**
 * @param textOf the text of bytes that are written as an escape sequence, in the set of the message
 * @returns undefined for a text that does not begin with a segment MSH of five different delimiters
 */
export function parseMessage(
  text: string,
  textOf = (bytes: Buffer): string => bytes.toString('utf8'),
): Message | undefined {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[\s\uFEFF]+/, ''))
    .filter((line) => line !== '');
  const [head = ''] = lines;
  // A message may leave out the subcomponents' delimiter, and then has none.
  const [field = '', component = '', repetition = '', escape = '\\', subcomponent = '&'] = head.slice(3, 8);
  const delimiters = { field, component, repetition, escape, subcomponent };
  const used = Object.values(delimiters);
  const isHead = head.startsWith('MSH') && used.every((one) => /^[^\s\w]$/.test(one)) && new Set(used).size === 5;
  if (!isHead) return undefined;
  const segments = lines.map((line) => segmentOf(line, delimiters, textOf));
  return { segments, lines, delimiters, segment: (name) => segments.find((one) => one.name === name) };
}

function segmentOf(line: string, delimiters: Delimiters, textOf: TextOf): Segment {
  const [name = '', ...rest] = line.split(delimiters.field);
  // MSH-1 is the delimiter itself, and MSH-2 the others: they are not split.
  const fields = name === 'MSH' ? [name, delimiters.field, ...rest] : [name, ...rest];
  const repetitions = (field: number): readonly Repetition[] => {
    const raw = fields[field] ?? '';
    if (raw === '') return [];
    if (name === 'MSH' && field <= 2) return [[[raw]]];
    return raw.split(delimiters.repetition).map((one) => parsedRepetition(one, delimiters, textOf));
  };
  return {
    name,
    repetitions,
    text: (field, component = 1) => componentOf(repetitions(field)[0], component),
  };
}

const parsedRepetition = (raw: string, delimiters: Delimiters, textOf: TextOf): Repetition =>
  raw
    .split(delimiters.component)
    .map((component) =>
      component.split(delimiters.subcomponent).map((part) => unescaped(part, delimiters, textOf).trim()),
    );

/** Escape sequences as text. One that is not known is left out: highlighting, and characters of other sets. */
function unescaped(text: string, delimiters: Delimiters, textOf: TextOf): string {
  const { escape, field, component, repetition, subcomponent } = delimiters;
  if (!text.includes(escape)) return text;
  const meanings: Readonly<Record<string, string>> = {
    F: field,
    S: component,
    T: subcomponent,
    R: repetition,
    E: escape,
    '.br': ' ',
    '.sp': ' ',
  };
  const [before = '', ...rest] = text.split(escape);
  let result = before;
  for (let place = 0; place < rest.length; place += 2) {
    const sequence = rest[place] ?? '';
    // The last one has no end: it is a text.
    if (place + 1 === rest.length) return result + escape + sequence;
    const bytes = /^X((?:[0-9A-Fa-f]{2})+)$/.exec(sequence)?.[1];
    result += bytes === undefined ? (meanings[sequence] ?? '') : textOf(Buffer.from(bytes, 'hex'));
    result += rest[place + 1] ?? '';
  }
  return result;
}

export interface Acknowledgement {
  /** Accepted and stored; refused for its content; no message of this interface. */
  readonly code: 'AA' | 'AE' | 'AR';
  /** It holds no personal data. */
  readonly sentence: string;
}

/** @param message undefined where it could not be read @param now ISO 8601 UTC */
export function acknowledge(message: Message | undefined, { code, sentence }: Acknowledgement, now: string): string {
  const head = message?.segment('MSH');
  const raw = (field: number): string => head?.text(field) ?? '';
  const time = now.replaceAll(/[-:T]/g, '').slice(0, 14);
  const escaped = (text: string): string => text.replaceAll(/[|^~\\&\r\n]/g, ' ');
  const trigger = head?.text(9, 2) ?? '';
  const fields = [raw(5), raw(6), raw(3), raw(4), `${time}+0000`, ''].map(escaped);
  const version = raw(12) || '2.5';
  const id = escaped(raw(10));
  return (
    [
      `MSH|^~\\&|${fields.join('|')}|ACK${trigger === '' ? '' : `^${escaped(trigger)}`}|${id}|${escaped(raw(11)) || 'P'}|${escaped(version)}||||||${escaped(raw(18))}`,
      `MSA|${code}|${id}|${escaped(sentence)}`,
    ].join('\r') + '\r'
  );
}
