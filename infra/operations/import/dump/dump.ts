/** The files of a dump: a folder with a file for each collection. */
import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CannotDo } from '../../../runtime/start/program/operator-command.ts';
import type { ImportReport } from '../import-report.ts';
import { Collection, type Place } from './collection.ts';
import { collectionOf, type CollectionName, unknownFields } from './known-fields.ts';
import type { Doc } from './plain-values.ts';

export interface Found {
  readonly doc: Doc;
  readonly place: Place;
}

export class Dump {
  readonly #collections: ReadonlyMap<CollectionName, Collection>;
  readonly #report: ImportReport;

  private constructor(collections: ReadonlyMap<CollectionName, Collection>, report: ImportReport) {
    this.#collections = collections;
    this.#report = report;
  }

  /** @throws CannotDo where the folder has no collection, or one twice */
  static async open(folder: string, report: ImportReport): Promise<Dump> {
    const collections = new Map<CollectionName, Collection>();
    const files = await readdir(folder).catch(() => {
      throw new CannotDo(`The folder ${folder} cannot be read.`);
    });
    for (const file of files.toSorted()) {
      const { name, ext } = parse(file);
      // mongodump describes each collection in a file beside it.
      if (!/^\.(json|ndjson|jsonl|bson)$/.test(ext) || name.endsWith('.metadata')) continue;
      const collection = collectionOf(name);
      if (collection === undefined) report.unknownCollection(file);
      else if (collections.has(collection))
        throw new CannotDo(`${folder} has ${collection} in two files: take one away.`);
      else collections.set(collection, new Collection(collection, join(folder, file)));
    }
    if (collections.size === 0)
      throw new CannotDo(`${folder} has no file of the old system, such as reviews.json or reviews.bson.`);
    return new Dump(collections, report);
  }

  /** Counts each document as read, and what is not known of it. */
  async *documents(name: CollectionName): AsyncGenerator<Found> {
    const collection = this.#collections.get(name);
    if (!collection) return;
    let number = 0;
    for await (const place of collection.places()) {
      number += 1;
      this.#report.count(name, 'read');
      const doc = collection.read(place);
      // Reads at once: connections are kept alive in between.
      if (number % 500 === 0) await setImmediate();
      if (!doc) this.#report.refuse(name, `document ${number}`, 'is no readable document');
      else {
        for (const field of unknownFields(name, doc)) this.#report.unknownField(name, field);
        yield { doc, place };
      }
    }
  }

  /** Documents that were read before. */
  again(name: CollectionName, places: readonly Place[] = []): Doc[] {
    const collection = this.#collections.get(name);
    return places.flatMap((place): readonly Doc[] => {
      const doc = collection?.read(place);
      return doc ? [doc] : [];
    });
  }

  close(): void {
    for (const collection of this.#collections.values()) collection.close();
  }
}
