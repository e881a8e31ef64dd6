/** Sends the rows of an import, and keeps their outcomes and what was mended. */
import type { ImportedRow } from 'language/contract/imports';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/http/api.ts';
import { type Import, sendRows } from './api.ts';
import type { FieldRow } from './columns.ts';

export type Results = ReadonlyMap<number, ImportedRow>;

export function useImport(what: Import, rows: readonly FieldRow[]) {
  const [isTrial, setIsTrial] = useState(true);
  const [results, setResults] = useState<Results>(new Map());
  const [mended, setMended] = useState<ReadonlyMap<number, FieldRow['values']>>(new Map());
  /** The number of rows of the present run, and of those with an outcome. */
  const [run, setRun] = useState<{ total: number; done: number }>();
  const [error, setError] = useState<ApiError>();
  const stop = useRef<AbortController>(undefined);
  // The page of another screen sends nothing.
  useEffect(() => () => stop.current?.abort(), []);

  const valuesOf = ({ row, values }: FieldRow): FieldRow['values'] => ({ ...values, ...mended.get(row) });
  const send = async (some: readonly FieldRow[], trial: boolean): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setIsTrial(trial);
    setError(undefined);
    setRun({ total: some.length, done: 0 });
    try {
      await sendRows(
        { ...what, isTrial: trial },
        some.map((one) => ({ row: one.row, values: valuesOf(one) })),
        {
          signal,
          onBatch(batch) {
            setResults((before) => new Map([...before, ...batch.map((one) => [one.row, one] as const)]));
            setRun((now) => now && { ...now, done: now.done + batch.length });
          },
        },
      );
    } catch (failure) {
      if (!signal.aborted) setError(ApiError.from(failure));
    } finally {
      // A run that was stopped may have another one after it.
      if (!signal.aborted) setRun(undefined);
    }
  };

  return {
    isTrial,
    results,
    run,
    error,
    valuesOf,
    hasBegun: run !== undefined || results.size > 0 || error !== undefined,
    mend: (row: number, field: string, text: string): void =>
      setMended((before) => new Map([...before, [row, { ...before.get(row), [field]: text }]])),
    /** Tries all rows: nothing is written. */
    tryAll: (): void => {
      setResults(new Map());
      void send(rows, true);
    },
    /** Those that a trial has not refused, then those that have no outcome yet. */
    importAll: (): void => {
      const left = isTrial
        ? rows.filter(({ row }) => results.get(row)?.outcome !== 'refused')
        : rows.filter(({ row }) => !results.has(row));
      if (isTrial) setResults(new Map([...results].filter(([, { outcome }]) => outcome === 'refused')));
      void send(left, false);
    },
    /** The refused rows, as they are now. */
    tryRefused: (): void =>
      void send(
        rows.filter(({ row }) => results.get(row)?.outcome === 'refused'),
        isTrial,
      ),
    stop: (): void => {
      stop.current?.abort();
      setRun(undefined);
    },
    reset: (): void => {
      stop.current?.abort();
      setRun(undefined);
      setResults(new Map());
      setMended(new Map());
      setError(undefined);
      setIsTrial(true);
    },
  };
}
export type Importing = ReturnType<typeof useImport>;
