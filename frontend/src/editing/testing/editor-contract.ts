/** The behaviour that every kind of editor has. Each kind's spec runs it with its own fields. */
import { describe, expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { QueuedError } from '../../outbox/pending-command.ts';
import { ApiError } from '../../platform/http/api.ts';
import type { EditorFields, Theirs, Versioned } from '../editor-fields.ts';
import {
  createEditorMachine,
  type EditorCalls,
  type EditorInput,
  type EditorNews,
  type Sending,
} from '../editor.machine.ts';

export const conflictWith = (current: unknown): ApiError =>
  new ApiError(409, 'Changed since', {
    message: 'Changed since',
    code: 'conflict',
    reason: 'changed-since',
    current,
    changedBy: { userId: 'u2', name: 'Omar Shaker' },
    changedAt: '2026-03-02T10:42:00Z',
  });
export const notToBeCalled = (): Promise<never> => Promise.reject(new Error('not to be called'));

/** Starts an editor and collects its news. */
export function openEditor<Saved extends Versioned, Draft extends object, Content extends object>(
  fields: EditorFields<Saved, Draft, Content>,
  input: EditorInput<Saved, Draft>,
  calls: Partial<EditorCalls<Saved, Draft>> = {},
) {
  const editor = createActor(createEditorMachine(fields, { save: notToBeCalled, ...calls }), { input });
  const news: EditorNews<Saved>[] = [];
  editor.on('*', (event) => news.push(event));
  return {
    editor: editor.start(),
    news,
    context: () => editor.getSnapshot().context,
    content: () => fields.draftContent(editor.getSnapshot().context.draft),
  };
}

export interface EditorKind<Saved extends Versioned, Draft extends object, Content extends object> {
  fields: EditorFields<Saved, Draft, Content>;
  saved: Saved;
  blank: Draft;
  /** Makes a blank draft complete. */
  filled: Partial<Draft>;
  /** Makes a draft incomplete. */
  incomplete: Partial<Draft>;
  /** One field as this person, and as a teammate, changed it. */
  mine: Partial<Draft>;
  theirs: Partial<Saved>;
  /** Another field as each changed it. */
  mineElsewhere: Partial<Draft>;
  theirsElsewhere: Partial<Saved>;
  /** The thing as the server has it after a save. */
  savedAs: (draft: Draft, version: number) => Saved;
}

export function testEditor<Saved extends Versioned, Draft extends object, Content extends object>(
  name: string,
  kind: EditorKind<Saved, Draft, Content>,
): void {
  const { fields, saved, blank, savedAs } = kind;
  const draftOf = (one: Saved): Draft => fields.toDraft(fields.savedContent(one));
  const contentWith = (one: Saved, patch: Partial<Draft>): Content =>
    fields.draftContent({ ...draftOf(one), ...patch });
  const rest = fields.isKeptOpen === true ? 'editing' : 'viewing';
  const newer = (by: number, ...changes: Partial<Saved>[]): Saved =>
    Object.assign({}, saved, ...changes, { version: saved.version + by });
  const remote = (current: Saved): { type: 'remote'; theirs: Theirs<Saved> } => ({
    type: 'remote',
    theirs: { current, by: 'Omar Shaker', at: undefined },
  });
  /** An editor of the saved one with `patch` typed in it. */
  const type = (patch: Partial<Draft>, save: EditorCalls<Saved, Draft>['save'] = notToBeCalled) => {
    const opened = openEditor(fields, { saved, draft: draftOf(saved) }, { save });
    opened.editor.send({ type: 'edit' });
    opened.editor.send({ type: 'change', patch });
    return opened;
  };
  /** A teammate saved `theirs` before: the first save is refused with it. */
  const meet = (patch: Partial<Draft>, theirs: Saved) => {
    const sent: Sending<Saved, Draft>[] = [];
    const opened = type(patch, async (sending) => {
      sent.push(sending);
      if (sent.length === 1) throw conflictWith(theirs);
      return savedAs(sending.draft, theirs.version + 1);
    });
    opened.editor.send({ type: 'save' });
    return { ...opened, sent };
  };
  const versions = (sent: readonly Sending<Saved, Draft>[]) => sent.map(({ saved: base }) => base?.version);
  const contents = (sent: readonly Sending<Saved, Draft>[]) => sent.map(({ draft }) => fields.draftContent(draft));

  describe(`the editor of ${name}`, () => {
    test('a new one is sent once, also when the save is asked for twice', async () => {
      let sent = 0;
      const { editor, news } = openEditor(
        fields,
        { draft: blank },
        {
          save: async ({ draft }) => {
            sent += 1;
            return savedAs(draft, 9);
          },
        },
      );
      expect(editor.getSnapshot().value).toBe('editing');
      editor.send({ type: 'change', patch: kind.filled });
      editor.send({ type: 'save' });
      expect(editor.getSnapshot().hasTag('busy')).toBe(true);
      editor.send({ type: 'save' });
      await waitFor(editor, (state) => state.matches('added'));
      expect(sent).toBe(1);
      expect(news).toMatchObject([{ type: 'added', saved: { version: 9 } }]);
    });

    test('an incomplete one is not sent, and what is missing is shown', () => {
      const { editor, context } = openEditor(fields, { draft: blank });
      editor.send({ type: 'change', patch: { ...kind.filled, ...kind.incomplete } });
      editor.send({ type: 'save' });
      expect(editor.getSnapshot().value).toBe('editing');
      expect(context().isMissingShown).toBe(true);
    });

    test('a save without a change asks the server nothing and ends editing', () => {
      const { editor, news } = type({});
      editor.send({ type: 'save' });
      expect(editor.getSnapshot().value).toBe(rest);
      expect(news).toEqual([{ type: 'unchanged' }]);
    });

    test('an error keeps what was typed, and the save can be asked for again', async () => {
      let attempts = 0;
      const { editor, context, content } = type(kind.mine, async ({ draft }) => {
        attempts += 1;
        if (attempts === 1) throw new ApiError(0, 'No connection to the server');
        return savedAs(draft, saved.version + 1);
      });
      editor.send({ type: 'save' });
      await waitFor(editor, (state) => state.matches('editing'));
      expect(content()).toEqual(contentWith(saved, kind.mine));
      expect(context().error).toMatchObject({ status: 0, message: 'No connection to the server' });
      editor.send({ type: 'save' });
      await waitFor(editor, (state) => state.matches(rest));
      expect(context()).toMatchObject({ saved: { version: saved.version + 1 }, error: undefined });
      expect(content()).toEqual(contentWith(saved, kind.mine));
    });

    test('a save that waits in the outbox closes the editor', async () => {
      const { editor, news } = type(kind.mine, () => Promise.reject(new QueuedError()));
      editor.send({ type: 'save' });
      await waitFor(editor, (state) => state.matches('closed'));
      expect(news).toEqual([]);
    });

    test('a cancelled edit leaves the saved one as it was', () => {
      const { editor, content } = type(kind.mine);
      editor.send({ type: 'cancel' });
      expect(editor.getSnapshot().value).toBe(rest);
      expect(content()).toEqual(fields.savedContent(saved));
    });

    test('a newer version never touches what is being typed, and an older one is ignored', () => {
      const { editor, context, content } = type(kind.mine);
      editor.send(remote(newer(-1, kind.theirs)));
      expect(context().theirs).toBeUndefined();
      editor.send(remote(newer(1, kind.theirs)));
      expect(content()).toEqual(contentWith(saved, kind.mine));
      expect(context().theirs).toMatchObject({ by: 'Omar Shaker', current: { version: saved.version + 1 } });
    });

    test('an editor without a change follows the newer version', () => {
      const { editor, context, content } = type({});
      editor.send(remote(newer(1, kind.theirs)));
      expect(content()).toEqual(fields.savedContent(newer(1, kind.theirs)));
      expect(editor.getSnapshot().value).toBe('editing');
      expect(context()).toMatchObject({ saved: { version: saved.version + 1 }, theirs: undefined });
      editor.send(remote(saved));
      expect(content()).toEqual(fields.savedContent(newer(1, kind.theirs)));
    });

    test('a newer version with the same content moves only the base of the draft', () => {
      const { editor, context, content } = type(kind.mine);
      editor.send(remote(newer(1)));
      expect(content()).toEqual(contentWith(saved, kind.mine));
      expect(context()).toMatchObject({ saved: { version: saved.version + 1 }, theirs: undefined });
    });

    test('changes of different fields are merged, sent on the newer version, and shown with their author', async () => {
      const theirs = newer(2, kind.theirsElsewhere);
      const { editor, news, sent } = meet(kind.mine, theirs);
      await waitFor(editor, (state) => state.matches(rest));
      expect(versions(sent)).toEqual([saved.version, theirs.version]);
      expect(contents(sent)[1]).toEqual(contentWith(theirs, kind.mine));
      expect(news).toMatchObject([
        { type: 'edited', saved: { version: theirs.version + 1 }, mergedWith: 'Omar Shaker' },
      ]);
    });

    test('a change of the same field is shown, and mine is kept only when the person says so', async () => {
      const theirs = newer(2, kind.theirs);
      const { editor, context, content, news, sent } = meet(kind.mine, theirs);
      await waitFor(editor, (state) => state.matches('conflict'));
      expect(content()).toEqual(contentWith(saved, kind.mine));
      expect(context().theirs).toMatchObject({ by: 'Omar Shaker', current: { version: theirs.version } });
      editor.send({ type: 'keepMine' });
      await waitFor(editor, (state) => state.matches(rest));
      expect(versions(sent)).toEqual([saved.version, theirs.version]);
      expect(content()).toEqual(contentWith(theirs, kind.mine));
      expect(news).toMatchObject([{ type: 'edited', mergedWith: undefined }]);
    });

    test('keeping mine undoes nothing that only they changed', async () => {
      const theirs = newer(2, kind.theirs, kind.theirsElsewhere);
      const { editor, sent } = meet(kind.mine, theirs);
      await waitFor(editor, (state) => state.matches('conflict'));
      editor.send({ type: 'keepMine' });
      await waitFor(editor, (state) => state.matches(rest));
      expect(contents(sent)[1]).toEqual(contentWith(theirs, kind.mine));
    });

    test('taking theirs ends editing where nothing of mine is left', async () => {
      const theirs = newer(2, kind.theirs);
      const { editor, context, content } = meet(kind.mine, theirs);
      await waitFor(editor, (state) => state.matches('conflict'));
      editor.send({ type: 'takeTheirs' });
      expect(editor.getSnapshot().value).toBe(rest);
      expect(context()).toMatchObject({ saved: { version: theirs.version }, theirs: undefined, error: undefined });
      expect(content()).toEqual(fields.savedContent(theirs));
    });

    test('taking theirs keeps what only I changed, to be saved', async () => {
      const theirs = newer(2, kind.theirs);
      const { editor, context, content } = meet({ ...kind.mine, ...kind.mineElsewhere }, theirs);
      await waitFor(editor, (state) => state.matches('conflict'));
      editor.send({ type: 'takeTheirs' });
      expect(editor.getSnapshot().value).toBe('editing');
      expect(context().saved?.version).toBe(theirs.version);
      expect(content()).toEqual(contentWith(theirs, kind.mineElsewhere));
    });

    test('going on with mine keeps the newer version beside it, to be compared again', async () => {
      const { editor, context, content } = meet(kind.mine, newer(2, kind.theirs));
      await waitFor(editor, (state) => state.matches('conflict'));
      editor.send({ type: 'goOn' });
      expect(editor.getSnapshot().value).toBe('editing');
      expect(content()).toEqual(contentWith(saved, kind.mine));
      expect(context().theirs?.by).toBe('Omar Shaker');
      editor.send({ type: 'compare' });
      expect(editor.getSnapshot().value).toBe('conflict');
    });

    test('a stored draft is compared first where its base is an older version', () => {
      const draft = { ...draftOf(saved), ...kind.mine };
      const theirs: Theirs<Saved> = { current: saved, by: '', at: undefined };
      expect(openEditor(fields, { saved, draft, theirs }).editor.getSnapshot().value).toBe('conflict');
      expect(openEditor(fields, { saved, draft }).editor.getSnapshot().value).toBe('editing');
      const { editor, content } = type({});
      editor.send({ type: 'restore', draft, isMoved: true });
      expect(editor.getSnapshot()).toMatchObject({
        value: 'conflict',
        context: { theirs: { current: { version: saved.version } } },
      });
      expect(content()).toEqual(contentWith(saved, kind.mine));
    });

    test('a draft that was refused comes back with the reason', () => {
      const error = new ApiError(400, 'Not in the catalogue');
      const { editor, context } = openEditor(fields, { draft: { ...blank, ...kind.filled }, error });
      expect(editor.getSnapshot().value).toBe('editing');
      expect(context().error?.message).toBe('Not in the catalogue');
    });
  });
}
