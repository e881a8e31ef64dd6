/** Error types, tags and drugs: the choices of the medication entry. Any signed-in person reads them. */
import type { Drug, ErrorType, Tag, TradeLabelRow } from 'command-api/contract/entities';
import { catalogueStream } from 'command-api/domain/catalogue/events';
import { revisionToJson } from 'command-api/domain/revision';
import * as z from 'zod';
import { read, type ReadRoute } from './read-route.ts';

const errorTypes = /* sql */ `select err_type_id as "_id", label from error_type order by position, err_type_id`;
const tags = /* sql */ `select tag_id as "_id", label from tag order by position, tag_id`;

/** Every trade label with its root drug and the names of that drug's tags. */
const tradeLabels = /* sql */ `
select l.trade_label_id as "_id", l.label, d.drug_id as drug, d.label as "drugLabel", coalesce(named.tags, '[]') as "drugTags"
from trade_label l
join drug d on d.drug_id = l.drug_id
left join (
  select d.drug_id, jsonb_agg(jsonb_build_object('name', tag.label) order by tag.position, tag.tag_id) as tags
  from drug d join tag on tag.tag_id = any (d.tags)
  group by d.drug_id
) named on named.drug_id = d.drug_id
order by l.label, l.trade_label_id`;

const drugRoots = /* sql */ `
select d.drug_id, d.label, d.err_temps, d.tags, d.tips, d.version::text, coalesce(labels.list, '[]') as trade_labels
from drug d
left join (
  select drug_id, jsonb_agg(jsonb_build_object('_id', trade_label_id, 'idx', position, 'label', label) order by position) as list
  from trade_label group by drug_id
) labels on labels.drug_id = d.drug_id
order by d.label, d.drug_id`;

interface DrugRow {
  drug_id: string;
  label: string;
  err_temps: { errType: string; isAdult: boolean; label: string }[];
  tags: string[];
  tips: string;
  version: string;
  trade_labels: Drug['tradeLabels'];
}

const drugOf = (row: DrugRow): Drug => ({
  _id: row.drug_id,
  label: row.label,
  tradeLabels: row.trade_labels,
  errTemps: row.err_temps.map(({ errType, isAdult, label }, idx) => ({ idx, errType, isAdult, label })),
  tags: row.tags,
  tips: row.tips,
  compatibility: [],
  version: revisionToJson(BigInt(row.version)),
});

const nothing = z.object({});

export const catalogueRoutes: readonly ReadRoute[] = [
  read('/api/errtypes', {
    input: nothing,
    from: () => [catalogueStream],
    answer: async ({ db }) => (await db.query<ErrorType>(errorTypes)).rows,
  }),
  read('/api/tags', {
    input: nothing,
    from: () => [catalogueStream],
    answer: async ({ db }) => (await db.query<Tag>(tags)).rows,
  }),
  read('/api/drugs', {
    input: nothing,
    from: () => ['drug-', catalogueStream],
    answer: async ({ db }) => (await db.query<TradeLabelRow>(tradeLabels)).rows,
  }),
  read('/api/drugs/roots', {
    input: nothing,
    from: () => ['drug-'],
    answer: async ({ db }) => (await db.query<DrugRow>(drugRoots)).rows.map(drugOf),
  }),
];
