/**
 * The report of an import: counts for the terminal, and a file with a line of JSON for each thing that was refused or
 * taken otherwise than it was written. Ids, fields and reasons, never a text of a document.
 */
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { grouped } from 'service-kit/process/progress';
import { CannotDo } from '../../runtime/start/program/operator-command.ts';
import { collectionNames, type CollectionName } from './dump/known-fields.ts';

export type Outcome = 'read' | 'added' | 'same' | 'refused';
const outcomes: readonly Outcome[] = ['read', 'added', 'same', 'refused'];

export class ImportReport {
  readonly #file: WriteStream;
  readonly #counts = new Map<CollectionName, Record<Outcome, number>>();
  readonly #changes = new Map<string, number>();
  readonly #unknown = new Map<string, number>();

  /** @param path is made anew, for its owner only @throws CannotDo */
  constructor(path: string) {
    try {
      this.#file = createWriteStream(path, { fd: openSync(path, 'w', 0o600) });
    } catch {
      throw new CannotDo(`The report ${path} cannot be written.`);
    }
  }

  count(collection: CollectionName, outcome: Outcome): void {
    const counts = this.#counts.get(collection) ?? { read: 0, added: 0, same: 0, refused: 0 };
    counts[outcome] += 1;
    this.#counts.set(collection, counts);
  }

  of(collection: CollectionName): Readonly<Record<Outcome, number>> {
    return this.#counts.get(collection) ?? { read: 0, added: 0, same: 0, refused: 0 };
  }

  get added(): number {
    return this.#sum('added');
  }

  get refused(): number {
    return this.#sum('refused');
  }

  #sum(outcome: Outcome): number {
    return collectionNames.reduce((sum, name) => sum + this.of(name)[outcome], 0);
  }

  /** A whole document is not taken. */
  refuse(collection: CollectionName, id: string, reason: string): void {
    this.count(collection, 'refused');
    this.#line({ outcome: 'refused', collection, id, reason });
  }

  /** A part of a document is not taken, or in another form. */
  change(collection: CollectionName, id: string, field: string, reason: string): void {
    add(this.#changes, `${collection}.${field} ${reason}`);
    this.#line({ outcome: 'changed', collection, id, field, reason });
  }

  unknownField(collection: CollectionName, field: string): void {
    add(this.#unknown, `${collection}.${field}`);
  }

  unknownCollection(file: string): void {
    this.#unknown.set(file, 0);
    this.#line({ outcome: 'unknown collection', file });
  }

  /** For the terminal. */
  summary(): string[] {
    const row = (cells: readonly string[]): string =>
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(10)))
        .join('')
        .trimEnd();
    return [
      row(['', ...outcomes]),
      ...[...this.#counts].map(([name, counts]) => row([name, ...outcomes.map((outcome) => grouped(counts[outcome]))])),
      ...listed('Taken otherwise than written:', this.#changes),
      ...listed('Not known, and not taken:', this.#unknown),
    ];
  }

  async close(): Promise<void> {
    this.#line({
      outcome: 'summary',
      counts: Object.fromEntries(this.#counts),
      changed: Object.fromEntries(this.#changes),
      unknown: Object.fromEntries(this.#unknown),
    });
    this.#file.end();
    await once(this.#file, 'finish');
  }

  #line(line: object): void {
    this.#file.write(`${JSON.stringify(line)}\n`);
  }
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
const listed = (title: string, counts: ReadonlyMap<string, number>): string[] =>
  counts.size === 0
    ? []
    : [title, ...[...counts].map(([name, count]) => `  ${name}${count === 0 ? '' : `: ${grouped(count)}`}`)];
