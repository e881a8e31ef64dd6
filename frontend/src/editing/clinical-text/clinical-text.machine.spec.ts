import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import {
  clinicalTextMachine,
  type ClinicalTextDraft,
  type ClinicalTextContent,
  type ClinicalTextNews,
} from './clinical-text.machine.ts';

const saved: ClinicalTextContent = { id: 'r1', version: 4, date: '2026-03-01', html: '<p>stable</p>' };
const read = (current: unknown) => current as ClinicalTextContent | undefined;
type Save = (sent: {
  draft: ClinicalTextDraft;
  saved: ClinicalTextContent | undefined;
}) => Promise<ClinicalTextContent>;

function open(save: Save, existing?: ClinicalTextContent) {
  const actor = createActor(
    clinicalTextMachine.provide({
      actors: {
        save: fromPromise<ClinicalTextContent, { draft: ClinicalTextDraft; saved: ClinicalTextContent | undefined }>(
          ({ input }) => save(input),
        ),
      },
    }),
    {
      input: {
        draft: existing ? { date: existing.date, html: existing.html } : { date: '2026-03-02', html: '' },
        read,
        ...(existing ? { saved: existing } : {}),
      },
    },
  );
  const news: ClinicalTextNews[] = [];
  actor.on('*', (event) => news.push(event));
  return { actor: actor.start(), news };
}
const conflictWith = (current: ClinicalTextContent) =>
  new ApiError(409, 'Somebody changed this', {
    message: 'x',
    code: 'conflict',
    reason: 'changed-since',
    current,
    changedBy: { userId: 'u2', name: 'Mona' },
    changedAt: '2026-03-02T10:42:00Z',
  });

test('a new review is sent once, however often it is asked for', async () => {
  let sent = 0;
  const { actor, news } = open(async ({ draft }) => {
    sent += 1;
    return { id: 'r9', version: 1, ...draft };
  });
  actor.send({ type: 'save' });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.status === 'done');
  expect(sent).toBe(1);
  expect(news).toEqual([{ type: 'added', id: 'r9' }]);
});

test('a text without a date is not sent, and says so', () => {
  const { actor } = open(() => Promise.reject(new Error('not to be called')));
  actor.send({ type: 'change', patch: { date: '' } });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().value).toBe('editing');
  expect(actor.getSnapshot().context.showMissing).toBe(true);
});

test('saving without a change goes back to reading without a call', () => {
  const { actor, news } = open(() => Promise.reject(new Error('not to be called')), saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'save' });
  expect(actor.getSnapshot().value).toBe('viewing');
  expect(news).toEqual([]);
});

test('an error keeps what was typed', async () => {
  const { actor } = open(() => Promise.reject(new ApiError(503, 'away')), saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { html: '<p>typed</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('editing'));
  expect(actor.getSnapshot().context.draft.html).toBe('<p>typed</p>');
  expect(actor.getSnapshot().context.error?.message).toBe('away');
});

test('a change from elsewhere never touches what is being typed', () => {
  const { actor } = open(() => Promise.reject(new Error('not to be called')), saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { html: '<p>mine</p>' } });
  actor.send({
    type: 'remote',
    theirs: { text: { ...saved, version: 5, html: '<p>theirs</p>' }, by: 'Mona', at: undefined },
  });
  expect(actor.getSnapshot().context.draft.html).toBe('<p>mine</p>');
  expect(actor.getSnapshot().context.theirs?.by).toBe('Mona');
});

test('changes of different fields are put together and sent again, and it is said whose', async () => {
  const sent: { draft: ClinicalTextDraft; saved: ClinicalTextContent | undefined }[] = [];
  const { actor, news } = open(async (input) => {
    sent.push(input);
    if (sent.length === 1) throw conflictWith({ ...saved, version: 6, date: '2026-03-03' });
    return { id: 'r1', version: 7, ...input.draft };
  }, saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { html: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(sent[1]).toEqual({
    draft: { date: '2026-03-03', html: '<p>mine</p>' },
    saved: { ...saved, version: 6, date: '2026-03-03' },
  });
  expect(news).toEqual([{ type: 'edited', id: 'r1', mergedWith: 'Mona' }]);
});

test('the same field changed by both is shown, and mine is kept only when a person says so', async () => {
  const sent: number[] = [];
  const { actor } = open(async (input) => {
    sent.push(input.saved?.version ?? -1);
    if (sent.length === 1) throw conflictWith({ ...saved, version: 6, html: '<p>theirs</p>' });
    return { id: 'r1', version: 7, ...input.draft };
  }, saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { html: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('conflict'));
  actor.send({ type: 'keepMine' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(sent).toEqual([4, 6]);
  expect(actor.getSnapshot().context.saved?.html).toBe('<p>mine</p>');
});

const twoDates = { ...saved, version: 6, date: '2026-03-03', html: '<p>theirs</p>' };
test('keeping mine undoes nothing that only they changed', async () => {
  const sent: ClinicalTextDraft[] = [];
  const { actor } = open(async ({ draft, saved: base }) => {
    sent.push(draft);
    if (base?.version === 4) throw conflictWith(twoDates);
    return { id: 'r1', version: 7, ...draft };
  }, saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { html: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('conflict'));
  actor.send({ type: 'keepMine' });
  await waitFor(actor, (state) => state.matches('viewing'));
  expect(sent[1]).toEqual({ date: '2026-03-03', html: '<p>mine</p>' });
});

test('taking theirs keeps what only I changed, to be saved', async () => {
  const { actor } = open(() => Promise.reject(conflictWith({ ...saved, version: 6, html: '<p>theirs</p>' })), saved);
  actor.send({ type: 'edit' });
  actor.send({ type: 'change', patch: { date: '2026-03-09', html: '<p>mine</p>' } });
  actor.send({ type: 'save' });
  await waitFor(actor, (state) => state.matches('conflict'));
  actor.send({ type: 'takeTheirs' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { draft: { date: '2026-03-09', html: '<p>theirs</p>' }, saved: { version: 6 } },
  });
});

test('an editor that was opened and not touched follows what is saved elsewhere', () => {
  const { actor } = open(() => Promise.reject(new Error('not to be called')), saved);
  actor.send({ type: 'edit' });
  actor.send({
    type: 'remote',
    theirs: { text: { ...saved, version: 5, html: '<p>newer</p>' }, by: 'Mona', at: undefined },
  });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { draft: { html: '<p>newer</p>' }, saved: { version: 5 }, theirs: undefined },
  });
});
