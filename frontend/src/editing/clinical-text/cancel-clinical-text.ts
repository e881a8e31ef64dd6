import type { ClinicalTextEditor } from './clinical-text-editors.ts';
import { clinicalTextGroups } from './clinical-text.machine.ts';
import { differs } from '../conflict/merge.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { confirm } from '../../components/dialogs/confirm.ts';

/** Ends editing; asks first when something was typed. */
export async function cancelClinicalText(editor: ClinicalTextEditor): Promise<void> {
  const { draft, saved } = editor.getSnapshot().context;
  const dirty = saved ? differs(clinicalTextGroups, saved, draft) : !isBlank(draft.html);
  if (
    !dirty ||
    (await confirm({
      title: 'Discard what you typed?',
      body: 'It has not been saved.',
      yes: 'Discard',
      no: 'Go on editing',
      danger: true,
    }))
  )
    editor.send({ type: 'cancel' });
}
