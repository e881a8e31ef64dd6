/** `catalogue` and `drug-` streams into error types, tags, statements, drugs and trade labels. */
import { catalogueEvents, catalogueStream } from 'language/domain/catalogue/events';
import { touchedBy as touchedByCatalogue } from 'language/domain/catalogue/touched';
import { drugEvents } from 'language/domain/drug/events';
import { unclassified } from 'language/domain/drug/classification';
import { classificationFields } from 'language/domain/drug/fields';
import { touchedBy as touchedByDrug } from 'language/domain/drug/touched';
import { recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'language/domain/event-schema';
import { rowOf } from '../field-columns.ts';
import { idOf, type Projection } from '../projection.ts';
import { insert, type RowChange, update, updateKeepingPast } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import { drug, drugTables, errorType, listTables, ownFields, statement, tag, tradeLabel } from './tables.ts';
import type { Touched } from 'language/domain/values/touched';

export const catalogue: Projection = {
  name: 'catalogue',
  changes: [{ differs: ['tag', 'trade_label'] }],
  eventsOf: (stream) => (stream === catalogueStream ? catalogueEvents : drugEvents),
  tablesOf: (stream) => (stream === catalogueStream ? listTables : drugTables),
  project: (rows, event) => (event.stream === catalogueStream ? projectList(rows, event) : projectDrug(rows, event)),
  touched: (event) => (event.stream === catalogueStream ? listTags(event) : drugTags(event)),
  aggregateTag: (stream) => (stream === catalogueStream ? 'catalogue:all' : `drug:${idOf(stream)}`),
};

function listTags(stored: StoredEvent): readonly Touched[] {
  const event = knownEvent(catalogueEvents, stored);
  return event ? touchedByCatalogue(event) : [];
}

function drugTags(stored: StoredEvent): readonly Touched[] {
  const event = knownEvent(drugEvents, stored);
  return event ? touchedByDrug(idOf(stored.stream), event) : [];
}

/** A position is the revision plus one: the order of adding, after "No error" at 0. */
function projectList(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(catalogueEvents, stored);
  const version = String(stored.revision);
  const position = Number(stored.revision + 1n);
  switch (event?.type) {
    case undefined:
      return [];
    case 'ErrorTypeAdded': {
      const { errTypeId, label } = event.data;
      const since = recordedAtOf(event.metadata);
      return [insert(errorType, { err_type_id: errTypeId, label, pcne: [], position, version, since })];
    }
    case 'ErrorTypeRenamed': {
      const { errTypeId, label } = event.data;
      return [updateKeepingPast(errorType, { err_type_id: errTypeId }, { label, version }, event)];
    }
    case 'ErrorTypeMapped': {
      const { errTypeId, pcne } = event.data;
      return [updateKeepingPast(errorType, { err_type_id: errTypeId }, { pcne, version }, event)];
    }
    case 'TagAdded': {
      const { tagId, label } = event.data;
      return [insert(tag, { tag_id: tagId, label, position, version, since: recordedAtOf(event.metadata) })];
    }
    case 'TagRenamed': {
      const { tagId, label } = event.data;
      return [updateKeepingPast(tag, { tag_id: tagId }, { label, version }, event)];
    }
    case 'TradeListUpdated':
      // Writes no row: the moved checkpoint changes the version of the trade list
      // (docs/decisions/read-side/trade-label-cache.md).
      return [];
    case 'StatementWritten': {
      const { statementId: statement_id, content } = event.data;
      const before = rows.find(statement, { statement_id });
      const written = { content, approved_by: '', approved_at: null, version };
      return [
        before
          ? update(statement, { statement_id }, { ...written, statement_version: before.statement_version + 1 })
          : insert(statement, { statement_id, ...written, statement_version: 1, position }),
      ];
    }
    case 'StatementApproved': {
      const { statementId: statement_id, approvedBy: approved_by } = event.data;
      return [update(statement, { statement_id }, { approved_by, approved_at: event.metadata.occurredAt, version })];
    }
    case 'StatementWithdrawn': {
      const { statementId: statement_id } = event.data;
      return [update(statement, { statement_id }, { approved_by: '', approved_at: null, version })];
    }
    default:
      return event satisfies never;
  }
}

function projectDrug(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(drugEvents, stored);
  if (!event) return [];
  const drug_id = idOf(stored.stream);
  if (event.type === 'DrugClassified')
    return [update(drug, { drug_id }, { ...rowOf(classificationFields, event.data), version: String(event.revision) })];
  const { tradeLabels } = event.data;
  const content = {
    ...rowOf(ownFields, { compatibility: [], ...event.data }),
    version: String(event.revision),
  };
  const listed = new Set(tradeLabels.map(({ _id }) => _id));
  return [
    event.type === 'DrugAdded'
      ? insert(drug, { drug_id, ...content, ...rowOf(classificationFields, unclassified) })
      : update(drug, { drug_id }, content),
    // A trade label that was left out stays as withdrawn, with its last name and position: entries still name it.
    ...rows
      .all(tradeLabel)
      .filter(({ trade_label_id }) => !listed.has(trade_label_id))
      .map((trade) => update(tradeLabel, trade, { withdrawn: true })),
    ...tradeLabels.map(({ _id: trade_label_id, label: name }, position) => {
      const shown = { label: name, position, withdrawn: false };
      const current = rows.find(tradeLabel, { trade_label_id });
      if (!current)
        return insert(tradeLabel, { trade_label_id, drug_id, ...shown, since: recordedAtOf(event.metadata) });
      return current.label === name
        ? update(tradeLabel, { trade_label_id }, shown)
        : updateKeepingPast(tradeLabel, { trade_label_id }, shown, event);
    }),
  ];
}
