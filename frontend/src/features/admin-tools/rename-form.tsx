import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'command-api/domain/codes';
import { useState, type FormEvent } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import type { Labelled, ListCalls } from './api.ts';
import { adminText as text } from './messages.ts';

interface Props {
  item: Labelled;
  call: ListCalls['rename'];
  onRenamed: (saved: Labelled) => void;
  onCancel: () => void;
}

const isLabelled = (value: unknown): value is Labelled =>
  typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string' && 'version' in value && typeof value.version === 'number';

/** Renames in the row. Somebody else's name for it is shown beside mine, never overwritten unseen. */
export function RenameForm({ item, call, onRenamed, onCancel }: Props) {
  /** What is being renamed: as it was when the form was opened, whatever arrives meanwhile. */
  const [base] = useState(item);
  const [typed, setTyped] = useState(item.label);
  const rename = useCommand(call, { onSuccess: ({ _id, label, version }) => onRenamed({ _id, label, version }) });
  const conflict = rename.error?.conflict;
  const theirs = isLabelled(conflict?.current) ? conflict.current : undefined;
  useUnsaved(typed === base.label ? undefined : `${text.name}: ${typed}`);

  const send = (version: number) => rename.mutate({ params: { id: base._id }, body: { label: typed.trim() }, ifVersion: version });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || typed.trim() === '') return;
    if (typed.trim() === base.label) onCancel();
    else send(base.version);
  };
  return (
    <Box asChild flex="1" paddingBlock="1" minWidth="0">
      {/* Escape closes it, wherever in it the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form aria-label={text.rename(base.label)} noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
        {theirs ? (
          <Conflict
            by={conflict?.changedBy?.name ?? ''} at={conflict?.changedAt} differences={[{ field: text.name, was: base.label, yours: typed.trim(), theirs: theirs.label }]}
            onKeepMine={() => send(theirs.version)} onTakeTheirs={() => onRenamed(theirs)} onGoOn={() => rename.reset()}
          />
        ) : <ErrorAlert error={rename.error} />}
        <Box display="flex" gap="2">
          <Input size="sm" dir="auto" autoFocus aria-label={text.name} maxLength={limits.name} value={typed} onFocus={(event) => event.target.select()} onChange={(event) => setTyped(event.target.value)} />
          <Button type="submit" size="sm" loading={rename.isPending} disabled={theirs !== undefined || typed.trim() === ''}>{text.save}</Button>
          <Button size="sm" variant="ghost" onClick={onCancel}>{text.cancel}</Button>
        </Box>
      </form>
    </Box>
  );
}
