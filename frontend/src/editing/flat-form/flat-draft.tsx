import { useState } from 'react';
import { isFlatDraft, type FlatForm } from './flat-form.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { draftText } from '../messages.ts';
import { DraftOffer } from '../draft-offer.tsx';

interface Props<Fields extends Readonly<Record<string, string>>> {
  form: FlatForm<Fields>;
  /** What the form is of, such as `team/7`; of a new thing `team/new`. */
  of: string;
  /** The name that a person reads. */
  what: string;
  /** The server does not have it yet. */
  isNew?: boolean;
  /** It is saved: no draft is kept any more. */
  isDone?: boolean;
}

/** Keeps what is typed in a flat form, and offers it when the form opens again. Once in a form, where the offer belongs. */
export function FlatDraft<Fields extends Readonly<Record<string, string>>>({
  form,
  of,
  what,
  isNew = false,
  isDone = false,
}: Props<Fields>) {
  const user = useSessionUser()?._id ?? '';
  const [isUsable] = useState(() => isFlatDraft(form.base.fields));
  const unsaved = isDone ? undefined : form.unsaved;
  const key = { user, of };
  useKeptDraft(key, unsaved, isNew ? undefined : form.base.version, () => unsaved);
  const restore = async (go: () => void): Promise<void> => {
    if (!form.isDirty || (await confirm({ ...draftText.replace, danger: true }))) go();
  };
  return (
    <DraftOffer
      key={of}
      draftKey={key}
      what={what}
      isUsable={isUsable}
      version={isNew ? undefined : form.base.version}
      onRestore={({ value, base }) => void restore(() => form.restore(value, base ?? form.base.version))}
    />
  );
}
