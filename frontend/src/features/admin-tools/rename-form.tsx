import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { limits } from 'command-api/domain/values/codes';
import type { FormEvent } from 'react';
import { useFlatForm } from '../../editing/flat-form.tsx';
import { useFlatSave, useSendTo, FormConflict } from '../../editing/flat-save.tsx';
import { createVersionReader } from '../../editing/merge.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import type { Labelled, ListCalls } from './api.ts';
import { adminText as text } from './messages.ts';

interface Props {
  item: Labelled;
  call: ListCalls['rename'];
  onRenamed: (saved: Labelled) => void;
  onCancel: () => void;
}

type Name = Pick<Labelled, 'label'> & Record<string, string>;
const nameOf = ({ label }: Labelled): Name => ({ label });
const asNamed = createVersionReader<Labelled, Name>(['label'], nameOf);

/** Renames in the row. A name that another person has saved meanwhile is shown as a conflict, never overwritten. */
export function RenameForm({ item, call, onRenamed, onCancel }: Props) {
  const form = useFlatForm(nameOf(item), item.version);
  const typed = form.draft.label;
  const before = form.base.fields.label;
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: [['label']],
    read: asNamed,
    mine: { label: typed.trim() },
    send: ({ label = before }, ifVersion) => sendTo(call, { params: { id: item._id }, body: { label }, ifVersion }),
    onSaved: ({ _id, label, version }) => onRenamed({ _id, label, version }),
    onTheirs: ({ fields: { label }, version }) => onRenamed({ _id: item._id, label, version }),
  });
  useUnsaved(form.isDirty ? `${text.name}: ${typed}` : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isBusy || saving.toDecide || typed.trim() === '') return;
    if (typed.trim() === before) onCancel();
    else saving.save();
  };
  return (
    <Box asChild flex="1" paddingBlock="1" minWidth="0">
      {/* Escape closes the form from each of its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={text.rename(before)}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        <FormConflict saving={saving} labels={{ label: text.name }} />
        <Box display="flex" gap="2">
          <Input
            size="sm"
            dir="auto"
            autoFocus
            aria-label={text.name}
            maxLength={limits.name}
            value={typed}
            onFocus={(event) => event.target.select()}
            onChange={(event) => form.change({ label: event.target.value })}
          />
          <Button
            type="submit"
            size="sm"
            loading={saving.isBusy}
            disabled={saving.toDecide !== undefined || typed.trim() === ''}
          >
            {text.save}
          </Button>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {text.cancel}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
