import type { AdmissionEvent, MovedRecord } from 'language/domain/admission/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitted,
  day,
  deliveries,
  entry,
  onPatient,
  reviewAdded,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const writing = { teamId: 'team', authorId: 'u-1', createdAt: '2026-02-27T08:00:00.000Z' };

describe.each(deliveries)('moves delivered $how', ({ how, deliver }) => {
  const suffix = how.replaceAll(/\W/g, '-');
  const [from, to] = [`from-${suffix}`, `to-${suffix}`];
  const named = (name: string): string => `${name}-${suffix}`;
  const happen = async (admission: string, ...events: AdmissionEvent[]): Promise<void> => {
    await environment.append(`admission-${admission}`, events, onPatient(`p-${admission}`, 'u-5'));
    await deliver(environment, `admission-${admission}`);
  };
  const rows = (sql: string, admission: string) => environment.rows(sql, [admission]);
  const away = (
    moveId: string,
    kind: 'entry' | 'review' | 'note' | 'images',
    id: string,
    reviewId: string | null = null,
    images: string[] = [],
  ): AdmissionEvent => ({
    type: 'MovedToAnotherChart',
    data: {
      moveId,
      reason: 'Wrong patient',
      what: { kind, id, reviewId, images },
      to: { admissionId: to, reviewId: reviewId && `${to}.new`, isNewReview: reviewId !== null, id: named('there') },
    },
  });
  const here = (moveId: string, moved: MovedRecord): AdmissionEvent => ({
    type: 'MovedFromAnotherChart',
    data: { moveId, reason: 'Wrong patient', from: { admissionId: from }, moved },
  });
  const movedEntry = (was: string, entryId: string) => ({ ...entry(entryId), was, rating: 4.5 });

  test('an entry leaves its review with a mark, and its past state stays', async () => {
    const [r, e1, e2] = [`${from}.r`, named('e1'), named('e2')];
    await happen(
      from,
      admitted(`p-${from}`),
      reviewAdded(r, [entry(e1), entry(e2)]),
      away(named('m1'), 'entry', e1, r),
    );
    expect(await rows('select entry_id from review_entry where admission_id = $1', from)).toEqual([{ entry_id: e2 }]);
    expect(await rows('select entry_id, ended_by from past_review_entry where admission_id = $1', from)).toEqual([
      { entry_id: e1, ended_by: '2' },
    ]);
    expect(await rows('select version, entries_version from review where admission_id = $1', from)).toEqual([
      { version: '1', entries_version: '2' },
    ]);
    const mark = () =>
      rows(
        'select kind, thing, review, reason, user_id, place, under_way, version from moved_out where admission_id = $1',
        from,
      );
    const marked = {
      kind: 'entry',
      thing: e1,
      review: r,
      reason: 'Wrong patient',
      user_id: 'u-5',
      place: { admission: to, review: `${to}.new`, thing: named('there') },
      under_way: true,
      version: '2',
    };
    expect(await mark()).toEqual([marked]);
    await happen(from, {
      type: 'MoveCompleted',
      data: { moveId: named('m1'), what: { kind: 'entry', id: e1, reviewId: r } },
    });
    expect(await mark()).toEqual([{ ...marked, under_way: false }]);
  });

  test('it is in the other chart with its author, its time of writing and where it came from', async () => {
    await happen(
      to,
      admitted(`p-${to}`),
      here(named('m1'), {
        kind: 'entry',
        reviewId: `${to}.new`,
        isNewReview: true,
        wasIn: { reviewId: `${from}.r`, reviewDate: day('2026-02-27'), ...writing },
        entry: movedEntry(named('e1'), named('there')),
      }),
      here(named('m2'), {
        kind: 'entry',
        reviewId: `${to}.new`,
        isNewReview: false,
        wasIn: { reviewId: `${from}.r`, reviewDate: day('2026-02-27'), ...writing },
        entry: movedEntry(named('e0'), named('there2')),
      }),
    );
    expect(
      await rows(
        `select author_id, created_at, review_date::text, patient_id, version, entries_version, moved_from from review
         where admission_id = $1`,
        to,
      ),
    ).toEqual([
      {
        author_id: 'u-1',
        created_at: new Date(writing.createdAt),
        review_date: '2026-02-27',
        patient_id: `p-${to}`,
        version: '1',
        entries_version: '2',
        moved_from: null,
      },
    ]);
    expect(
      await rows(
        'select entry_id, position, rating, moved_from from review_entry where admission_id = $1 order by position',
        to,
      ),
    ).toEqual([
      {
        entry_id: named('there'),
        position: 0,
        rating: '4.5',
        moved_from: {
          move: named('m1'),
          admission: from,
          review: `${from}.r`,
          thing: named('e1'),
          reason: 'Wrong patient',
          userId: 'u-5',
          at: '2026-03-01T09:30:00.000Z',
        },
      },
      expect.objectContaining({ entry_id: named('there2'), position: 1 }),
    ]);
  });

  test('a whole review, a note and images move too, and come back', async () => {
    const id = named('both');
    const [r, e, n, g] = [`${id}.r`, named('e9'), `${id}.n`, named('g9')];
    const images = ['/api/images/a', '/api/images/b'];
    await happen(
      id,
      admitted(`p-${id}`),
      reviewAdded(r, [entry(e)]),
      { type: 'PhysicianNoteAdded', data: { noteId: n, noteDate: day('2026-03-02'), note: '<p>Seen</p>' } },
      { type: 'GalleryGroupAdded', data: { groupId: g, title: 'Wound', images } },
      away(named('m3'), 'review', r),
      away(named('m4'), 'note', n),
      away(named('m5'), 'images', g, null, images.slice(0, 1)),
    );
    const left = async () => ({
      reviews: await rows('select review_id from review where admission_id = $1', id),
      entries: await rows('select entry_id from review_entry where admission_id = $1', id),
      notes: await rows('select note_id, author_id from physician_note where admission_id = $1', id),
      images: await rows(
        'select image from gallery_image join gallery_group using (group_id) where admission_id = $1 order by position',
        id,
      ),
      hidden: await rows('select image from removed_image where admission_id = $1', id),
      marks: (await rows('select kind from moved_out where admission_id = $1 order by version', id)).length,
    });
    expect(await left()).toEqual({
      reviews: [],
      entries: [],
      notes: [],
      images: [{ image: '/api/images/b' }],
      hidden: [{ image: '/api/images/a' }],
      marks: 3,
    });
    const back = (moveId: string, moved: MovedRecord): AdmissionEvent => ({
      type: 'MoveReturned',
      data: { moveId, moved },
    });
    const movedFrom = {
      moveId: 'm0',
      admissionId: 'a0',
      reviewId: null,
      id: 'a0.r',
      reason: 'Bed',
      movedBy: 'u-2',
      movedAt: writing.createdAt,
    };
    await happen(
      id,
      back(named('m3'), {
        kind: 'review',
        was: r,
        reviewId: r,
        reviewDate: day('2026-03-02'),
        clinicalNote: '<p>Stable</p>',
        entries: [movedEntry(e, e)],
        movedFrom,
        ...writing,
      }),
      back(named('m4'), {
        kind: 'note',
        was: n,
        noteId: n,
        noteDate: day('2026-03-02'),
        note: '<p>Seen</p>',
        ...writing,
      }),
      back(named('m5'), { kind: 'images', was: g, groupId: g, title: 'Wound', images: images.slice(0, 1), ...writing }),
    );
    expect(await left()).toEqual({
      reviews: [{ review_id: r }],
      entries: [{ entry_id: e }],
      notes: [{ note_id: n, author_id: 'u-1' }],
      images: [{ image: '/api/images/b' }, { image: '/api/images/a' }],
      hidden: [{ image: '/api/images/a' }],
      marks: 0,
    });
    // Where it was before it was moved to this chart is kept.
    expect(await rows('select moved_from from review where admission_id = $1', id)).toEqual([
      {
        moved_from: { move: 'm0', admission: 'a0', thing: 'a0.r', reason: 'Bed', userId: 'u-2', at: writing.createdAt },
      },
    ]);
    await happen(id, away(named('m6'), 'images', g, null, images), { type: 'AdmissionDeleted', data: {} });
    expect(await rows('select from moved_out where admission_id = $1', id)).toEqual([]);
    expect(await rows('select from gallery_group where admission_id = $1', id)).toEqual([]);
  });
});
