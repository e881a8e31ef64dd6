/**
 * What is typed in a flat form is kept while it is not saved, and offered when the form is opened again; never put
 * there by itself.
 */
import { useState } from 'react';
import { isFlatDraft, type FlatForm } from './flat-form.ts';
import { useKeptDraft } from '../keep-draft.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { DraftOffer } from '../draft-offer.tsx';

const replace = {
  title: 'Replace what you typed?',
  body: 'What you have typed since is discarded for the draft.',
  yes: 'Replace',
  no: 'Go on editing',
};

interface Props<Fields extends Readonly<Record<string, string>>> {
  form: FlatForm<Fields>;
  /** What the form is of, such as `team/7`; of a new thing `team/new`. */
  of: string;
  /** How a person calls it. */
  what: string;
  /** Not saved at all yet. */
  isNew?: boolean;
  /** It has been saved, and nothing would be lost any more. */
  done?: boolean;
}

/** Once in a form, where the offer belongs. */
export function FlatDraft<Fields extends Readonly<Record<string, string>>>({
  form,
  of,
  what,
  isNew = false,
  done = false,
}: Props<Fields>) {
  const user = useSessionUser()?._id ?? '';
  const [isUsable] = useState(() => isFlatDraft(form.base.fields));
  const unsaved = done ? undefined : form.unsaved;
  const key = { user, of };
  useKeptDraft(key, unsaved, isNew ? undefined : form.base.version, () => unsaved);
  const restore = async (go: () => void): Promise<void> => {
    if (!form.dirty || (await confirm({ ...replace, danger: true }))) go();
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
