import { NO_ERROR } from 'command-api/domain/codes';
import type { DrugErr } from 'command-api/contract/entities';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { changeDraft, blankEntry, draftOf, isEntryDraft, type EntryDraft } from './entry-draft.ts';
import { entryMachine, type EntryNews } from './entry.machine.ts';

const warfarin: DrugErr = {
  _id: 'e1',
  version: 4,
  errType: 't1',
  errTypeLabel: 'Sub-therapeutic dose',
  errDrug: 'd1',
  errDrugLabel: 'Marevan',
  errNote: '<p>INR 1.2</p>',
  errRes: null,
  errSeverity: 'C',
  followUpDate: null,
  rating: 0,
  drugTags: [{ name: 'anticoagulant' }],
};
const filled: Partial<EntryDraft> = {
  errDrug: 'd1',
  errDrugLabel: 'Marevan',
  errType: 't1',
  errTypeLabel: 'Sub-therapeutic dose',
  errSeverity: 'D',
  errRes: 1,
};
interface Sent {
  reviewId: string;
  draft: EntryDraft;
  saved: DrugErr | undefined;
}
const answer = ({ draft }: Sent, version: number): DrugErr => ({ ...draft, _id: 'e1', version, rating: 0 });
const conflictWith = (current: unknown) =>
  new ApiError(409, 'Somebody changed this', {
    message: 'x',
    code: 'conflict',
    reason: 'changed-since',
    current,
    changedBy: { userId: 'u2', name: 'Mona' },
  });

function open(
  options: { saved?: DrugErr; save?: (sent: Sent) => Promise<DrugErr>; remove?: () => Promise<void> } = {},
) {
  const refuse = () => Promise.reject(new Error('not to be called'));
  const actor = createActor(
    entryMachine.provide({
      actors: {
        save: fromPromise<DrugErr, Sent>(({ input }) => (options.save ?? refuse)(input)),
        remove: fromPromise<void, { reviewId: string; entry: DrugErr | undefined }>(options.remove ?? refuse),
      },
    }),
    { input: { reviewId: 'r1', ...(options.saved ? { saved: options.saved } : {}) } },
  );
  const news: EntryNews[] = [];
  actor.on('*', (event) => news.push(event));
  return { actor: actor.start(), news };
}

test('a new entry begins in editing, is saved once, and is then viewed', async () => {
  let sent = 0;
  const { actor, news } = open({
    save: async (input) => {
      sent += 1;
      return answer(input, 9);
    },
  });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'save', next: true });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  actor.send({ type: 'save', next: true });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(sent).toBe(1);
  expect(news).toEqual([{ type: 'added', id: 'e1', label: 'Marevan' }]);
});

test('without a drug or a type nothing is sent, and what is missing is shown', () => {
  const { actor } = open();
  actor.send({ type: 'change', patch: { errDrug: 'd1' } });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().value).toBe('editing');
  expect(actor.getSnapshot().context.showMissing).toBe(true);
});

test('"No error" clears severity and response, and neither can be set while it stands', () => {
  const { actor } = open();
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'change', patch: { errType: NO_ERROR._id } });
  expect(actor.getSnapshot().context.draft).toMatchObject({ errSeverity: null, errRes: null });
  actor.send({ type: 'change', patch: { errSeverity: 'F' } });
  expect(actor.getSnapshot().context.draft.errSeverity).toBeNull();
  expect(changeDraft(blankEntry, { errType: 'abc99bb', errRes: 2 }).errRes).toBeNull();
});

test('cancelling a new entry leaves nothing, cancelling an edit shows the entry as it was', () => {
  const fresh = open();
  fresh.actor.send({ type: 'cancel' });
  expect(fresh.actor.getSnapshot().value).toBe('gone');
  const { actor } = open({ saved: warfarin });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errNote: '<p>typed</p>' } });
  actor.send({ type: 'cancel' });
  expect(actor.getSnapshot().value).toBe('viewing');
  expect(actor.getSnapshot().context.draft.errNote).toBe('<p>INR 1.2</p>');
});

test('an error keeps the draft, and saving again is possible', async () => {
  let attempts = 0;
  const { actor } = open({
    saved: warfarin,
    save: async (input) => {
      if (attempts++ === 0) throw new ApiError(0, 'No connection to the server');
      return answer(input, 5);
    },
  });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errSeverity: 'E' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('editing'));
  expect(actor.getSnapshot().context).toMatchObject({ draft: { errSeverity: 'E' }, error: { status: 0 } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(actor.getSnapshot().context.saved?.errSeverity).toBe('E');
});

test('a rating given meanwhile is no conflict: the edit is sent again on top of it', async () => {
  const bases: (number | undefined)[] = [];
  const { actor, news } = open({
    saved: warfarin,
    save: async (input) => {
      bases.push(input.saved?.version);
      if (bases.length === 1)
        throw conflictWith({ _id: 'r1', version: 2, drugErrs: [{ ...warfarin, version: 7, rating: 4.5 }] });
      return answer(input, 8);
    },
  });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errNote: '<p>INR 1.4</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(bases).toEqual([4, 7]);
  expect(news).toEqual([{ type: 'edited', id: 'e1', label: 'Marevan', mergedWith: 'Mona' }]);
});

test('the same field changed elsewhere is shown side by side: keep mine, use theirs, go on editing', async () => {
  const theirs = { ...warfarin, version: 7, errSeverity: 'F' as const };
  const start = async () => {
    let attempts = 0;
    const { actor } = open({
      saved: warfarin,
      save: async (input) => {
        if (attempts++ === 0) throw conflictWith(theirs);
        return answer(input, 9);
      },
    });
    actor.send({ type: 'edit' });
    actor.send({ type: 'change', patch: { errSeverity: 'D' } });
    actor.send({ type: 'save' });
    await waitFor(actor, (state) => state.matches('conflict'));
    return actor;
  };
  const keep = await start();
  keep.send({ type: 'keepMine' });
  await waitFor(keep, (state) => state.matches('viewing'));
  expect(keep.getSnapshot().context.saved?.errSeverity).toBe('D');

  const take = await start();
  take.send({ type: 'takeTheirs' });
  expect(take.getSnapshot()).toMatchObject({
    value: 'viewing',
    context: { saved: theirs, draft: { errSeverity: 'F' } },
  });

  const goOn = await start();
  goOn.send({ type: 'goOn' });
  expect(goOn.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { draft: { errSeverity: 'D' }, theirs: { by: 'Mona' } },
  });
});

test('a newer version arriving while typing stands beside the draft; an older one is nothing', () => {
  const { actor } = open({ saved: warfarin });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errSeverity: 'D' } });
  actor.send({ type: 'remote', theirs: { entry: { ...warfarin, version: 3 }, by: 'Mona', at: undefined } });
  expect(actor.getSnapshot().context.theirs).toBeUndefined();
  actor.send({
    type: 'remote',
    theirs: { entry: { ...warfarin, version: 9, errSeverity: 'A' }, by: 'Mona', at: undefined },
  });
  expect(actor.getSnapshot().context).toMatchObject({ draft: { errSeverity: 'D' }, theirs: { by: 'Mona' } });
});

test('a rating that arrives while typing is no newer version of what is typed', () => {
  const { actor } = open({ saved: warfarin });
  actor.send({ type: 'edit' });
  actor.send({ type: 'remote', theirs: { entry: { ...warfarin, version: 9, rating: 4 }, by: 'Mona', at: undefined } });
  expect(actor.getSnapshot().context).toMatchObject({ theirs: undefined, saved: { version: 9, rating: 4 } });
});

test('an entry that is deleted elsewhere while it is edited becomes a new one', async () => {
  const { actor, news } = open({ saved: warfarin, save: async (input) => answer(input, 12) });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errSeverity: 'D' } });
  actor.send({ type: 'remoteRemoved' });
  expect(actor.getSnapshot().context.orphaned).toBe(true);
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(news).toMatchObject([{ type: 'added' }]);
});

test('removing says so when the server has done it, and not before', async () => {
  let done: () => void = () => undefined;
  const { actor, news } = open({
    saved: warfarin,
    remove: () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  });
  actor.send({ type: 'remove' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  expect(news).toEqual([]);
  done();
  await waitFor(actor, (state) => state.status === 'done');
  expect(news).toEqual([{ type: 'removed', label: 'Marevan' }]);
});

test('a follow-up date that a teammate has set meanwhile is put together with what the author changed', async () => {
  const theirs = { ...warfarin, version: 6, followUpDate: '2026-03-09' };
  const sent: EntryDraft[] = [];
  const { actor, news } = open({
    saved: warfarin,
    save: async (input) => {
      sent.push(input.draft);
      if (sent.length === 1) throw conflictWith(theirs);
      return answer(input, 7);
    },
  });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errNote: '<p>INR 1.4</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(sent[1]).toMatchObject({ errNote: '<p>INR 1.4</p>', followUpDate: '2026-03-09' });
  expect(news).toMatchObject([{ type: 'edited', mergedWith: 'Mona' }]);
});

test('a draft from before there were follow-up dates keeps that of its entry', () => {
  const { followUpDate: _none, ...older } = draftOf({ ...warfarin, followUpDate: '2026-03-09' });
  expect(isEntryDraft(older)).toBe(true);
  const actor = createActor(entryMachine, {
    input: { reviewId: 'r1', saved: { ...warfarin, followUpDate: '2026-03-09' }, draft: older as EntryDraft },
  }).start();
  expect(actor.getSnapshot().context.draft.followUpDate).toBe('2026-03-09');
});

test('an entry that turns out to be deleted when it is saved keeps what was typed, and saving adds it again', async () => {
  const { actor, news } = open({
    saved: warfarin,
    save: async (input) => {
      if (input.saved) throw new ApiError(404, 'Not found', { message: 'Not found', code: 'notFound' });
      return answer(input, 12);
    },
  });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errNote: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('editing'));
  expect(actor.getSnapshot().context).toMatchObject({
    orphaned: true,
    error: undefined,
    draft: { errNote: '<p>mine</p>' },
  });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(news).toEqual([{ type: 'added', id: 'e1', label: 'Marevan' }]);
});

test('deleted elsewhere, an entry that was only opened goes; one that is being compared is typed on as a new one', async () => {
  const { actor: untouched } = open({ saved: warfarin });
  untouched.send({ type: 'edit' });
  untouched.send({ type: 'remoteRemoved' });
  expect(untouched.getSnapshot().value).toBe('gone');

  const { actor } = open({
    saved: warfarin,
    save: () => Promise.reject(conflictWith({ ...warfarin, version: 9, errNote: '<p>theirs</p>' })),
  });
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { errNote: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('conflict'));
  actor.send({ type: 'remoteRemoved' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { orphaned: true, saved: undefined, draft: { errNote: '<p>mine</p>' } },
  });
});
