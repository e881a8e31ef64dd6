/** Error types, tags and drugs: the choices of the medication entry, for any signed-in person. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { templateOf } from 'language/contract/render/drugs';
import type { Drug, ErrorType, ErrTemp, Tag, TradeLabelRow } from 'language/contract/entities';
import { catalogueStream } from 'language/domain/catalogue/events';
import { drugStream } from 'language/domain/drug/events';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { Id } from 'language/domain/values/fields';
import { notFound } from 'service-kit/http/http-problem';
import type { Pool } from 'pg';
import * as z from 'zod';
import { catalogueVersion } from './catalogue-version.ts';
import { read } from '../read-route.ts';
import { type RowOf, versioned } from '../rows.ts';

const errorTypes = /* sql */ `
select err_type_id as "_id", label, pcne, version::int from error_type order by position, err_type_id`;
const tags = /* sql */ `select tag_id as "_id", label, version::int from tag order by position, tag_id`;

/** Every trade label that is not withdrawn, with its drug and the names of the drug's tags. */
const tradeLabels = /* sql */ `
select l.trade_label_id as "_id", l.label, d.drug_id as drug, d.label as "drugLabel",
       coalesce(named.tags, '[]') as "drugTags"
from trade_label l
join drug d on d.drug_id = l.drug_id
left join (
  select d.drug_id, jsonb_agg(jsonb_build_object('name', tag.label) order by tag.position, tag.tag_id) as tags
  from drug d join tag on tag.tag_id = any (d.tags)
  group by d.drug_id
) named on named.drug_id = d.drug_id
where not l.withdrawn
order by l.label, l.trade_label_id`;

const drugs = /* sql */ `
select d.drug_id as "_id", d.label, coalesce(labels.list, '[]') as "tradeLabels", d.err_temps as "errTemps", d.tags,
       d.tips, d.compatibility, d.atc, d.ddds, d.version::text
from drug d
left join (
  select drug_id,
         jsonb_agg(jsonb_build_object('_id', trade_label_id, 'idx', position, 'label', label) order by position) as list
  from trade_label where not withdrawn group by drug_id
) labels on labels.drug_id = d.drug_id`;
const drugRoots = /* sql */ `${drugs} order by d.label, d.drug_id`;
/** Also by a withdrawn trade label, because entries still name these. */
const drugOfLabel = /* sql */ `${drugs}
where d.drug_id = (select drug_id from trade_label where trade_label_id = $1)`;

/** Raise it when the two lists change their shape for the same events: browsers keep the lists between visits. */
const SHAPE = 2;

const versionOf = async (db: Pool): Promise<string> =>
  `${SHAPE}-${(await db.query<{ version: string }>(catalogueVersion)).rows[0]?.version ?? ''}`;

type DrugRow = Omit<RowOf<Drug>, 'errTemps'> & { errTemps: Omit<ErrTemp, 'idx'>[] };

const drugOf = (row: DrugRow): Drug => ({
  ...versioned(row),
  errTemps: row.errTemps.map((template, idx) => ({ idx, ...templateOf(template) })),
});

/** @throws HttpProblem 404 if no drug has, or had, this trade label */
async function findByTradeLabel(db: Pool, tradeLabel: string): Promise<Drug> {
  const row = (await db.query<DrugRow>(drugOfLabel, [tradeLabel])).rows[0];
  if (!row) throw notFound();
  return drugOf(row);
}

const nothing = z.object({});
const streamOf = (tradeLabel: string): string[] => [drugStream(drugOfTradeLabel(tradeLabel))];

export const catalogueRoutes = [
  read(catalogueCalls.listErrorTypes, {
    input: nothing,
    from: () => [catalogueStream],
    answer: async ({ db }) => (await db.query<ErrorType>(errorTypes)).rows,
  }),
  read(catalogueCalls.listTags, {
    input: nothing,
    from: () => [catalogueStream],
    answer: async ({ db }) => (await db.query<Tag>(tags)).rows,
  }),
  read(catalogueCalls.listTradeLabels, {
    input: nothing,
    from: () => ['drug-', catalogueStream],
    version: versionOf,
    answer: async ({ db }) => (await db.query<TradeLabelRow>(tradeLabels)).rows,
  }),
  read(catalogueCalls.listDrugs, {
    input: nothing,
    from: () => ['drug-', catalogueStream],
    version: versionOf,
    answer: async ({ db }) => (await db.query<DrugRow>(drugRoots)).rows.map(drugOf),
  }),
  read(catalogueCalls.getDrugOfTradeLabel, {
    input: z.object({ id: Id }),
    from: ({ id }) => streamOf(id),
    answer: ({ db, input }) => findByTradeLabel(db, input.id),
  }),
  /** Adults' and children's templates together, because the call names no patient. */
  read(catalogueCalls.listSharedTemplates, {
    input: z.object({ trade: Id, errType: Id }),
    from: ({ trade }) => streamOf(trade),
    answer: async ({ db, input }) =>
      (await findByTradeLabel(db, input.trade)).errTemps.filter(({ errType }) => errType === input.errType),
  }),
];
