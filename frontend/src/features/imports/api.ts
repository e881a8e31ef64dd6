/** The calls of the import of tables, and its rows sent in batches (docs/decisions/write-side/table-import.md). */
import * as importCalls from 'language/contract/calls/imports';
import { type DateOrder, type ImportedRow, type ImportKind, type TableFile } from 'language/contract/imports';
import type { TradeLabelRow } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { foldDrug, foldRecordNumber } from 'language/domain/values/folding';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { api } from '../../sync/client.ts';
import { sendCommand } from '../../sync/commands.ts';
import { drugsQuery } from '../../sync/reads/catalogue.ts';
import { batchesOf, type FieldRow } from './columns.ts';

export interface Reading {
  readonly encoding?: string;
  readonly separator?: string;
  readonly sheet?: string;
}

/** @param team empty for the catalogue @throws ApiError */
export function readTable(team: string, kind: ImportKind, file: File, reading: Reading): Promise<TableFile> {
  const form = new FormData();
  form.append('file', file);
  return api(importCalls.readTable, {
    query: { team, kind, ...reading },
    fetch: (address, init) => fetch(address, { ...init, body: form }),
  });
}

export interface Import {
  readonly team: string;
  readonly kind: ImportKind;
  readonly dateOrders: Readonly<Record<string, DateOrder>>;
}

/**
 * Sends the rows in their order. What was answered is in the log; a batch without an answer is sent again with its key.
 * @param onBatch is told the outcomes of each batch
 * @throws ApiError of the batch that stopped it; the rows before it are done
 */
export async function sendRows(
  what: Import & { readonly isTrial: boolean },
  rows: readonly FieldRow[],
  { signal, onBatch }: { signal: AbortSignal; onBatch: (rows: readonly ImportedRow[]) => void },
): Promise<void> {
  const keys = createIdempotencyKeys();
  for (const batch of batchesOf(rows)) {
    if (signal.aborted) return;
    const body = { ...what, rows: await withKnown(what, batch) };
    const answer = await sendCommand(keys, body, (idempotencyKey) =>
      api(importCalls.importRows, { body, idempotencyKey }),
    );
    if (signal.aborted) return;
    onBatch(answer.rows);
  }
}

/** The rows with the ids that the server then looks at itself. */
async function withKnown({ team, kind }: Import, batch: readonly FieldRow[]) {
  const drugs = kind === 'drugs' || kind === 'allergies' ? await queryClient.ensureQueryData(drugsQuery()) : [];
  const drugOf = drugsByName(drugs);
  if (kind === 'drugs')
    return batch.map((row) => ({ ...row, known: idsIn(drugOf.get(foldDrug(row.values['label'] ?? ''))) }));
  // The folded numbers are short in an address: they have no Arabic digits.
  const numberOf = ({ values }: FieldRow): string =>
    foldRecordNumber(values['medicalRecordNumber'] ?? '').slice(0, limits.recordNumber);
  const numbers = [...new Set(batch.map(numberOf))].filter((number) => number !== '');
  const { patients } =
    numbers.length === 0
      ? { patients: [] }
      : await api(importCalls.listNumberedPatients, {
          params: { teamId: team },
          query: { numbers: numbers.join('\n') },
        });
  const known = new Map<string, string[]>();
  for (const { _id, medicalRecordNumber } of patients) {
    const key = foldRecordNumber(medicalRecordNumber);
    known.set(key, [...(known.get(key) ?? []), _id]);
  }
  return batch.map((row) => {
    const drug = kind === 'allergies' ? drugOf.get(foldDrug(row.values['agentText'] ?? '')) : undefined;
    return {
      ...row,
      known: known.get(numberOf(row)) ?? [],
      ...(drug !== undefined && { drug }),
    };
  });
}
const idsIn = (id: string | undefined): string[] => (id === undefined ? [] : [id]);

/** Root drugs by their own names and by those of their trade labels. */
const drugsByName = (rows: readonly TradeLabelRow[]): ReadonlyMap<string, string> =>
  new Map([
    ...rows.map(({ drug, label }) => [foldDrug(label), drug] as const),
    ...rows.map(({ drug, drugLabel }) => [foldDrug(drugLabel), drug] as const),
  ]);
