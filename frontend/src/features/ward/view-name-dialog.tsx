/** Names a new view of the board, or renames one. Loaded when it is opened. */
import * as teamCalls from 'language/contract/calls/teams';
import { Input } from '@chakra-ui/react/input';
import type { SavedView } from 'language/contract/handover';
import type { ViewFilter } from 'language/domain/priority/views';
import { limits } from 'language/domain/values/codes';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheView } from './api.ts';

interface Props {
  team: string;
  /** Undefined: a new one. */
  view: SavedView | undefined;
  filter: ViewFilter;
  onSaved: (view: string) => void;
  onClose: () => void;
}

export default function ViewNameDialog({ team, view, filter, onSaved, onClose }: Props) {
  const t = useTranslation();
  const form = useFlatForm({ name: view?.name ?? '' }, view?.version ?? 0);
  const { name } = form.draft;
  const draft = `view/${team}/${view?._id ?? 'new'}`;
  const title = t(view ? 'ward.renameView' : 'ward.saveView');
  const onSuccess = (saved: SavedView): void => {
    cacheView(team, saved._id, saved);
    onSaved(saved._id);
    onClose();
  };
  const add = useCommand(teamCalls.addView, { draft, onSuccess });
  const change = useCommand(teamCalls.changeView, { draft, onSuccess });
  const isDone = add.isSuccess || change.isSuccess;
  useUnsaved(form.isDirty && !isDone ? title : undefined);
  const refused = useRefusedFields(add.error ?? change.error, form.draft);
  const body = { name: name.trim(), filter };
  return (
    <FormDialog
      title={title}
      cancel={t('ward.cancel')}
      submit={t('ward.save')}
      isBusy={add.isPending || change.isPending}
      onClose={onClose}
      onSubmit={() =>
        view
          ? change.mutate({ params: { id: team, viewId: view._id }, team, ifVersion: form.base.version, body })
          : add.mutate({ params: { id: team }, team, body })
      }
    >
      <FlatDraft form={form} of={draft} what={title} isNew isDone={isDone} />
      <ErrorAlert error={refused.error} />
      <FormField label={t('ward.viewName')} required error={refused.fields['name']} hint={t('ward.viewNameHint')}>
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={limits.name}
          value={name}
          onChange={(event) => form.change({ name: event.target.value })}
        />
      </FormField>
    </FormDialog>
  );
}
