/** The open editors of dated texts on the admission screen: `review:<id>` for a head, `new-review`, `new-note`. */
import { createActor, fromPromise, type Actor } from 'xstate';
import type { ApiError } from '../../platform/http/api.ts';
import {
  clinicalTextMachine,
  type ClinicalTextDraft,
  type ClinicalTextContent,
  type ClinicalTextContext,
  type TheirText,
} from './clinical-text.machine.ts';
import { createEditors, type Editors } from '../open-editors.ts';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';

export type ClinicalTextEditor = Actor<typeof clinicalTextMachine>;
export interface ClinicalTextStart {
  saved?: ClinicalTextContent;
  draft: ClinicalTextDraft;
  theirs?: TheirText;
  error?: ApiError;
  read: ClinicalTextContext['read'];
  /** @throws ApiError; Queued when it waits for the network */
  save: (
    sent: { draft: ClinicalTextDraft; saved: ClinicalTextContent | undefined },
    signal: AbortSignal,
  ) => Promise<ClinicalTextContent>;
}

/** Of this tab. Emptied when the admission is left. */
export const clinicalTextEditors: Editors<ClinicalTextEditor> = createEditors();

/**
 * What a change that comes back has to be compared with: the text that has moved since, or that the server told of when
 * it refused.
 */
export function movedSince(back: PendingCommand, text: ClinicalTextContent, by: string): TheirText | undefined {
  const conflict = refusalError(back)?.conflict;
  return conflict || back.base !== text.version
    ? { text, by: conflict?.changedBy?.name ?? by, at: conflict?.changedAt }
    : undefined;
}

export function startClinicalTextEditor({ save, ...input }: ClinicalTextStart): ClinicalTextEditor {
  const actors = {
    save: fromPromise<ClinicalTextContent, { draft: ClinicalTextDraft; saved: ClinicalTextContent | undefined }>(
      ({ input: sent, signal }) => save(sent, signal),
    ),
  };
  return createActor(clinicalTextMachine.provide({ actors }), { input }).start();
}
