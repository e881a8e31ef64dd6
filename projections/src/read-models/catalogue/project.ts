/** `catalogue` and `drug-` streams into error types, tags, drugs and trade labels. */
import { NO_ERROR } from 'command-api/domain/values/codes';
import { catalogueEvents, catalogueStream } from 'command-api/domain/catalogue/events';
import { touchedBy as touchedByCatalogue } from 'command-api/domain/catalogue/touched';
import { drugEvents } from 'command-api/domain/drug/events';
import { touchedBy as touchedByDrug } from 'command-api/domain/drug/touched';
import { recordedAtOf } from 'command-api/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'command-api/domain/event-schema';
import { updateOneKeepingPast } from '../past.ts';
import { changeOne, idOf, type Projection, type Transaction } from '../projection.ts';

export const catalogue: Projection = {
  name: 'catalogue',
  eventsOf: (stream) => (stream === catalogueStream ? catalogueEvents : drugEvents),
  project: (tx, event) => (event.stream === catalogueStream ? projectList(tx, event) : projectDrug(tx, event)),
  async forget(tx, stream) {
    if (stream === catalogueStream) {
      // "No error" has no event, and stays (docs/product.md, "No error").
      await tx.query('delete from error_type where err_type_id <> $1', [NO_ERROR._id]);
      await tx.query('delete from past_error_type');
      await tx.query('delete from tag');
      return;
    }
    await tx.query('delete from drug where drug_id = $1', [idOf(stream)]);
  },
  touched: (event) => (event.stream === catalogueStream ? listTags(event) : drugTags(event)),
  aggregateTag: (stream) => (stream === catalogueStream ? 'catalogue:all' : `drug:${idOf(stream)}`),
};

function listTags(stored: StoredEvent): readonly string[] {
  const event = knownEvent(catalogueEvents, stored);
  return event ? touchedByCatalogue(event) : [];
}

function drugTags(stored: StoredEvent): readonly string[] {
  const event = knownEvent(drugEvents, stored);
  return event ? touchedByDrug(idOf(stored.stream), event) : [];
}

/** A position is the revision plus one: the order of adding, after "No error" at 0. */
async function projectList(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(catalogueEvents, stored);
  switch (event?.type) {
    case undefined:
      return;
    case 'ErrorTypeAdded':
      return changeOne(
        tx,
        'insert into error_type (err_type_id, label, position, version, since) values ($1, $2, $3, $4, $5)',
        [event.data.errTypeId, event.data.label, event.revision + 1n, event.revision, recordedAtOf(event.metadata)],
      );
    case 'ErrorTypeRenamed':
      return updateOneKeepingPast(tx, 'error_type', event, 'label = $4, version = $2', 'err_type_id = $3', [
        event.data.errTypeId,
        event.data.label,
      ]);
    case 'TagAdded':
      return changeOne(tx, 'insert into tag (tag_id, label, position, version) values ($1, $2, $3, $4)', [
        event.data.tagId,
        event.data.label,
        event.revision + 1n,
        event.revision,
      ]);
    case 'TagRenamed':
      return changeOne(tx, 'update tag set label = $2, version = $3 where tag_id = $1', [
        event.data.tagId,
        event.data.label,
        event.revision,
      ]);
    case 'TradeListUpdated':
      // Writes no row: the moved checkpoint changes the version of the trade list
      // (docs/decisions/read-side/trade-label-cache.md).
      return;
    default:
      return event satisfies never;
  }
}

async function projectDrug(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(drugEvents, stored);
  if (!event) return;
  const drugId = idOf(stored.stream);
  const { label, tradeLabels, errTemps, tags, tips } = event.data;
  const compatibility = event.type === 'DrugAdded' ? [] : event.data.compatibility;
  const values = [drugId, label, JSON.stringify(errTemps), tags, tips, JSON.stringify(compatibility), event.revision];
  await changeOne(
    tx,
    event.type === 'DrugAdded'
      ? /* sql */ `
        insert into drug (drug_id, label, err_temps, tags, tips, compatibility, version)
        values ($1, $2, $3, $4, $5, $6, $7)`
      : /* sql */ `
        update drug
        set label = $2, err_temps = $3, tags = $4, tips = $5, compatibility = $6, version = $7
        where drug_id = $1`,
    values,
  );
  // A trade label that was left out stays as withdrawn, with its last name and position: entries still name it.
  await tx.query('update trade_label set withdrawn = true where drug_id = $1 and trade_label_id <> all ($2::text[])', [
    drugId,
    tradeLabels.map(({ _id }) => _id),
  ]);
  await tx.query(
    /* sql */ `
    insert into trade_label (trade_label_id, drug_id, label, position)
    select id, $1, label, place - 1 from unnest($2::text[], $3::text[]) with ordinality as given(id, label, place)
    on conflict (trade_label_id) do update set label = excluded.label, position = excluded.position, withdrawn = false`,
    [drugId, tradeLabels.map((trade) => trade._id), tradeLabels.map((trade) => trade.label)],
  );
}
