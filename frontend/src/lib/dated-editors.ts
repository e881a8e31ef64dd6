/** The open editors of dated texts on the admission screen: `review:<id>` for a head, `new-review`, `new-note`. */
import { createActor, fromPromise, type Actor } from 'xstate';
import { datedTextMachine, type DatedDraft, type DatedText, type DatedTextContext, type TheirText } from './dated-text.machine.ts';
import { createEditors, type Editors } from './editors.ts';

export type DatedEditor = Actor<typeof datedTextMachine>;
export interface DatedStart {
  saved?: DatedText;
  draft: DatedDraft;
  theirs?: TheirText;
  read: DatedTextContext['read'];
  /** @throws ApiError */
  save: (sent: { draft: DatedDraft; saved: DatedText | undefined }) => Promise<DatedText>;
}

/** Of this tab. Emptied when the admission is left. */
export const datedEditors: Editors<DatedEditor> = createEditors();

export function startDatedEditor({ save, ...input }: DatedStart): DatedEditor {
  const actors = { save: fromPromise<DatedText, { draft: DatedDraft; saved: DatedText | undefined }>(({ input: sent }) => save(sent)) };
  return createActor(datedTextMachine.provide({ actors }), { input }).start();
}
