import type { DatedEditor } from '../lib/dated-editors.ts';
import { datedGroups } from '../lib/dated-text.machine.ts';
import { differs } from '../lib/merge.ts';
import { isBlank } from '../lib/sanitize.ts';
import { confirm } from './confirm.ts';

/** Ends editing; asks first when something was typed. */
export async function cancelDated(editor: DatedEditor): Promise<void> {
  const { draft, saved } = editor.getSnapshot().context;
  const dirty = saved ? differs(datedGroups, saved, draft) : !isBlank(draft.html);
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
