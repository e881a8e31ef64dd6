/** The open editors of dated texts on the admission screen: `review:<id>` for a head, `new-review`, `new-note`. */
import { createActor, fromPromise, type Actor } from 'xstate';
import type { ApiError } from '../../platform/http/api.ts';
import {
  datedTextMachine,
  type DatedDraft,
  type DatedText,
  type DatedTextContext,
  type TheirText,
} from './clinical-text.machine.ts';
import { createEditors, type Editors } from '../open-editors.ts';
import { refusalOf, type Waiting } from '../../outbox/pending-command.ts';

export type DatedEditor = Actor<typeof datedTextMachine>;
export interface DatedStart {
  saved?: DatedText;
  draft: DatedDraft;
  theirs?: TheirText;
  error?: ApiError;
  read: DatedTextContext['read'];
  /** @throws ApiError; Queued when it waits for the network */
  save: (sent: { draft: DatedDraft; saved: DatedText | undefined }, signal: AbortSignal) => Promise<DatedText>;
}

/** Of this tab. Emptied when the admission is left. */
export const datedEditors: Editors<DatedEditor> = createEditors();

/**
 * What a change that comes back has to be compared with: the text that has moved since, or that the server told of when
 * it refused.
 */
export function movedSince(back: Waiting, text: DatedText, by: string): TheirText | undefined {
  const conflict = refusalOf(back)?.conflict;
  return conflict || back.base !== text.version
    ? { text, by: conflict?.changedBy?.name ?? by, at: conflict?.changedAt }
    : undefined;
}

export function startDatedEditor({ save, ...input }: DatedStart): DatedEditor {
  const actors = {
    save: fromPromise<DatedText, { draft: DatedDraft; saved: DatedText | undefined }>(({ input: sent, signal }) =>
      save(sent, signal),
    ),
  };
  return createActor(datedTextMachine.provide({ actors }), { input }).start();
}
