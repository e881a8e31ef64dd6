/**
 * The fields of one document of the old system in the forms of the product. What has to be changed for that is in the
 * report (docs/interfaces.md, "The old system", has the rules).
 */
import { sanitise } from 'command-api/http/sanitise';
import { LRUCache } from 'lru-cache';
import { type CalendarDate, asCalendarDate, toAsciiDigits } from 'language/domain/values/calendar-date';
import { limits } from 'language/domain/values/codes';
import { Email, Id, SingleLine } from 'language/domain/values/fields';
import { HttpProblem } from 'service-kit/http/http-problem';
import { derivedId } from 'command-api/commands/derived-id';
import type { CollectionName } from './dump/known-fields.ts';
import { type Doc, isDoc } from './dump/plain-values.ts';
import type { ImportReport } from './import-report.ts';

/** Names the ids that an import makes. */
export const IMPORT = '6d3f2a10-5b0c-5e4e-8f59-0a4c7b61e2d7';

/** The old id stays, so that old links and papers lead to the thing; one that the product cannot have becomes another. */
export function idOf(value: unknown): string | undefined {
  const id = isDoc(value) ? value['_id'] : value;
  if (typeof id === 'number') return String(id);
  if (typeof id !== 'string' || id === '') return undefined;
  return Id.safeParse(id).success && !id.includes('.') ? id : derivedId(IMPORT, `id:${id}`);
}

export class Fields {
  readonly id: string;
  readonly doc: Doc;
  readonly #report: ImportReport;
  readonly #collection: CollectionName;
  readonly #path: string;

  /** @param path of a part of the document, for the report @param id of the document, whose part this is */
  constructor(report: ImportReport, collection: CollectionName, doc: Doc, path = '', id = idOf(doc) ?? '') {
    this.#report = report;
    this.#collection = collection;
    this.#path = path;
    this.doc = doc;
    this.id = id;
  }

  /** The documents in a list; other values in it are none. */
  parts(field: string): Fields[] {
    return this.list(field)
      .filter(isDoc)
      .map((doc) => new Fields(this.#report, this.#collection, doc, `${field}.`, this.id));
  }

  /** Another document in the place of this one. */
  with(doc: Doc): Fields {
    return new Fields(this.#report, this.#collection, doc, this.#path);
  }

  list(field: string): readonly unknown[] {
    const value = this.doc[field];
    return Array.isArray(value) ? value : [];
  }

  refuse(reason: string): void {
    this.#report.refuse(this.#collection, this.id, reason);
  }

  changed(field: string, reason: string): void {
    this.#report.change(this.#collection, this.id, `${this.#path}${field}`, reason);
  }

  same(): void {
    this.#report.count(this.#collection, 'same');
  }

  isTrue(field: string): boolean {
    return this.doc[field] === true || this.doc[field] === 'true' || this.doc[field] === 1;
  }

  /** The id that one of the fields names. */
  ref(...fields: readonly string[]): string | undefined {
    return fields.map((field) => idOf(this.doc[field])).find((id) => id !== undefined);
  }

  /** One line, at most `most` characters. */
  line(field: string, most: number): string {
    const whole = oneLine.parse(this.#raw(field).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
    if (whole.length <= most) return whole;
    this.changed(field, 'was longer and is cut');
    return whole
      .slice(0, most)
      .replace(/\p{Cs}$/u, '')
      .trim();
  }

  /** Text of several lines. */
  text(field: string): string {
    const text = this.#raw(field).trim();
    if (text.length <= limits.richText / 4) return text;
    this.changed(field, 'was longer and is cut');
    return text.slice(0, limits.richText / 4).replace(/\p{Cs}$/u, '');
  }

  markup(field: string): string {
    const html = this.#raw(field);
    // Most texts are plain or the editor's own.
    if (html.length < PLAIN_MAX && !/[<>&\r\u00a0]/.test(html)) return html;
    const known = sanitised.get(html);
    if (known !== undefined) return known;
    try {
      const clean = sanitise(html);
      sanitised.set(html, clean);
      return clean;
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      this.changed(field, 'had too much text or markup: its markup is gone, and it is cut');
      const words = html
        .replaceAll(/<[^>]*>/g, ' ')
        .slice(0, PLAIN_MAX)
        .replace(/\p{Cs}$/u, '');
      return `<p>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;
    }
  }

  email(field: string): string | undefined {
    const parsed = Email.safeParse(this.#raw(field));
    return parsed.success ? parsed.data : undefined;
  }

  /** The first ten characters of an instant, as the old system showed them; a date with the day or the year first. */
  day(field: string): CalendarDate | undefined {
    const value = this.doc[field];
    const text = typeof value === 'number' ? (isoOf(value) ?? '') : toAsciiDigits(this.#raw(field)).trim();
    const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? [];
    const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/.exec(text) ?? [];
    const parts = year === undefined ? [last, second, first] : [year, month, day];
    return asCalendarDate(parts.map((part = '') => part.padStart(2, '0')).join('-'));
  }

  /** A whole number within a list of codes, also as text. */
  code<Code extends number>(field: string, codes: readonly { readonly code: Code }[]): Code | undefined {
    const text = toAsciiDigits(this.#raw(field)).trim();
    return text === '' ? undefined : codes.find(({ code }) => code === Number(text))?.code;
  }

  /** True where there is a value, whatever it is. */
  has(field: string): boolean {
    return this.#raw(field).trim() !== '';
  }

  number(field: string): number | undefined {
    const text = toAsciiDigits(this.#raw(field)).trim();
    return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
  }

  /** When it was written: `createdAt`, or the time in an id of MongoDB. */
  get writtenAt(): string | undefined {
    const { createdAt, _id } = this.doc;
    const time =
      typeof createdAt === 'string' || typeof createdAt === 'number'
        ? new Date(createdAt).getTime()
        : typeof _id === 'string' && /^[0-9a-f]{24}$/.test(_id)
          ? Number.parseInt(_id.slice(0, 8), 16) * 1_000
          : NaN;
    return time > FIRST_MONGODB && time <= Date.now() ? isoOf(time) : undefined;
  }

  #raw(field: string): string {
    const value = this.doc[field];
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  }
}

const oneLine = SingleLine(Infinity);
/** Its five-fold, all of it signs that are escaped, is below the limit of rich text. */
const PLAIN_MAX = 20_000;
const FIRST_MONGODB = Date.UTC(2009, 1, 1);
/** The texts of templates come again and again, and a document of the sanitiser costs milliseconds. */
const sanitised = new LRUCache<string, string>({
  max: 5_000,
  maxSize: 20_000_000,
  sizeCalculation: (text) => text.length + 1,
});

const isoOf = (ms: number): string | undefined => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};
