/**
 * The sample catalogue: error types, tags, drugs with their trade names and error templates, and statements.
 * Gathered for demonstration: a hospital has its own clinical pharmacists review it before it is used for care.
 */
import { NO_ERROR } from 'language/domain/values/codes';
import type { ErrorType, Tag } from 'language/contract/entities';
import type { ListedStatement } from 'language/contract/statements';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import drugs from './data/drugs.json' with { type: 'json' };
import errorTypes from './data/error-types.json' with { type: 'json' };
import { inParallel, type Person } from './api-client.ts';
import type { Times } from './hospital-clock.ts';
import { sampleStatements } from './sample-statements.ts';

/** They are approved in the demo only, and it says that no clinician has done it. */
const APPROVED_BY = 'Sample of the demo: not approved by a clinician';

export interface Catalogue {
  /** Error-type ids by label. */
  readonly errorTypes: ReadonlyMap<string, string>;
  readonly drugs: readonly { label: string; tradeLabels: readonly { _id: string; label: string }[] }[];
  /** The sample statements by name. */
  readonly statements: ReadonlyMap<string, ListedStatement>;
}

/**
 * @param isDemo the statements are approved; else they are drafts
 * @param times when it was written, if that is not now
 */
export async function seedCatalogue(admin: Person, isDemo: boolean, times?: Times): Promise<Catalogue> {
  const types = new Map<string, string>([[NO_ERROR.label, NO_ERROR._id]]);
  const tags = new Map<string, string>();
  // All at once: the command API writes what waits for the catalogue's stream together.
  await Promise.all([
    ...errorTypes.map(async ({ label }) => {
      if (label === NO_ERROR.label) return;
      const { _id } = await admin.send<ErrorType>('POST', '/api/errtypes', `error-type:${label}`, { label }, times);
      types.set(label, _id);
    }),
    ...[...new Set(drugs.flatMap((drug) => drug.tags))].map(async (label) => {
      const { _id } = await admin.send<Tag>('POST', '/api/tags', `tag:${label}`, { label }, times);
      tags.set(label, _id);
    }),
  ]);
  const idOf = (map: ReadonlyMap<string, string>, label: string): string => {
    const id = map.get(label);
    if (id === undefined) throw new Error(`The sample data names "${label}", which is not in its lists`);
    return id;
  };
  const added: Catalogue['drugs'][number][] = [];
  await inParallel(drugs, 32, async (drug) => {
    const answer = await admin.send<{ tradeLabels: { _id: string; label: string }[] }>(
      'POST',
      '/api/drugs',
      `drug:${drug.label}`,
      {
        label: drug.label,
        tradeLabels: drug.tradeLabels.map((label) => ({ label })),
        errTemps: drug.errTemps.map(({ errType, isAdult, label }) => ({
          errType: idOf(types, errType),
          isAdult,
          label,
        })),
        tags: drug.tags.map((label) => idOf(tags, label)),
        tips: drug.tips,
      },
      times,
    );
    added.push({ label: drug.label, tradeLabels: answer.tradeLabels });
  });
  // In the file's order, not in that of the answers: the demo hospital is drawn from it.
  const order = new Map(drugs.map((drug, index) => [drug.label, index]));
  const roots = new Map(
    added.flatMap(({ label, tradeLabels: [first] }) => (first ? [[label, drugOfTradeLabel(first._id)]] : [])),
  );
  const ids = {
    type: (label: string) => idOf(types, label),
    tag: (label: string) => idOf(tags, label),
    drug: (label: string) => idOf(roots, label),
  };
  const statements = new Map<string, ListedStatement>();
  for (const { name, body } of sampleStatements) {
    const draft = await admin.send<ListedStatement>('POST', '/api/statements', `statement:${name}`, body(ids), times);
    const approve = `/api/statements/${draft._id}/approve`;
    const approval = { approvedBy: APPROVED_BY };
    statements.set(
      name,
      isDemo ? await admin.send<ListedStatement>('POST', approve, `approve:${name}`, approval, times) : draft,
    );
  }
  return {
    errorTypes: types,
    drugs: added.sort((a, b) => (order.get(a.label) ?? 0) - (order.get(b.label) ?? 0)),
    statements,
  };
}
