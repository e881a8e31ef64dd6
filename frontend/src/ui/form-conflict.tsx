import { useState, type ReactNode } from 'react';
import type { ApiError } from '../lib/api.ts';
import { Conflict } from './conflict.tsx';
import { ErrorAlert } from './error-alert.tsx';

interface Props<Fields extends Readonly<Record<string, string>>> {
  error: ApiError | null;
  /** How a person calls the fields. */
  labels: Readonly<Record<keyof Fields, string>>;
  was: Fields;
  yours: Fields;
  /** Of what the conflict says that the thing is now. */
  theirs: (current: unknown) => { fields: Fields; version: number } | undefined;
  /** How a field's text is read; as it stands, when left out. */
  shown?: (field: keyof Fields, text: string) => ReactNode;
  onKeepMine: (version: number) => void;
  onTakeTheirs: (fields: Fields, version: number) => void;
}

/** What went wrong with saving a form: a conflict as what it was, yours and theirs; anything else as its message. */
export function FormConflict<Fields extends Readonly<Record<string, string>>>({ error, labels, was, yours, theirs, shown = (_, text) => text, onKeepMine, onTakeTheirs }: Props<Fields>) {
  const [settled, setSettled] = useState<ApiError>();
  const now = error?.conflict && theirs(error.conflict.current);
  if (!now) return <ErrorAlert error={error} />;
  if (settled === error) return null;
  const fields = (Object.keys(labels) as (keyof Fields)[]).filter((field) => now.fields[field] !== yours[field]);
  const said = (field: keyof Fields, of: Fields) => shown(field, of[field] ?? '');
  return (
    <Conflict
      by={error?.conflict?.changedBy?.name ?? ''} at={error?.conflict?.changedAt}
      differences={fields.map((field) => ({ field: labels[field], was: said(field, was), yours: said(field, yours), theirs: said(field, now.fields) }))}
      onKeepMine={() => onKeepMine(now.version)} onTakeTheirs={() => onTakeTheirs(now.fields, now.version)} onGoOn={() => setSettled(error ?? undefined)}
    />
  );
}
