import type { AdmissionEvent, FindingDecision, Medication } from 'language/domain/admission/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitted,
  day,
  deliveries,
  entry,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  reviewAdded,
} from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

describe.each(deliveries)('edits and deletions delivered $how', ({ how, deliver }) => {
  const id = `later-${how.replaceAll(/\W/g, '-')}`;
  const stream = `admission-${id}`;
  const named = (name: string): string => `${name}-${id}`;
  const happen = async (...events: AdmissionEvent[]): Promise<void> => {
    await environment.append(stream, events, onPatient('p-8', 'u-5'));
    await deliver(environment, stream);
  };
  const count = async (table: string): Promise<number> =>
    (await environment.rows<{ n: number }>(`select count(*)::int as n from ${table} where admission_id = $1`, [id]))[0]!
      .n;
  const head = async (): Promise<object | undefined> =>
    (
      await environment.rows(
        /* sql */ `
        select admission_date::text, admission_details, room, bed, consultant, working_diagnosis, discharge_date::text, discharge_status, discharge_note,
               version
        from admission
        where admission_id = $1`,
        [id],
      )
    )[0];

  test('an edit changes the head, and a cancelled discharge leaves nothing', async () => {
    await happen(
      admitted('p-8'),
      {
        type: 'PatientDischarged',
        data: { dischargeDate: day('2026-03-09'), dischargeStatus: 4, dischargeNote: 'Left' },
      },
      {
        type: 'AdmissionEdited',
        data: { admissionDate: day('2026-02-28'), admissionDetails: '<p>Sepsis</p>', bed: '4', consultant: 'Dr. Hany' },
      },
    );
    expect(await head()).toEqual({
      admission_date: '2026-02-28',
      admission_details: '<p>Sepsis</p>',
      room: '',
      bed: '4',
      consultant: 'Dr. Hany',
      working_diagnosis: '',
      discharge_date: '2026-03-09',
      discharge_status: 4,
      discharge_note: 'Left',
      version: '2',
    });
    await happen({ type: 'DischargeCancelled', data: {} });
    expect(await head()).toEqual({
      admission_date: '2026-02-28',
      admission_details: '<p>Sepsis</p>',
      room: '',
      bed: '4',
      consultant: 'Dr. Hany',
      working_diagnosis: '',
      discharge_date: null,
      discharge_status: null,
      discharge_note: '',
      version: '3',
    });
  });

  test('a duplicated review names its origin, and each is deleted without the other', async () => {
    const [r1, r2, e1, e2] = ['r1', 'r2', 'e1', 'e2'].map(named) as [string, string, string, string];
    await happen(reviewAdded(r1, [entry(e1)]), {
      type: 'ReviewDuplicated',
      data: {
        reviewId: r2,
        copiedFrom: r1,
        reviewDate: day('2026-03-03'),
        clinicalNote: '<p>Stable</p>',
        entries: [{ ...entry(e2), copiedFrom: e1 }],
      },
    });
    expect(
      await environment.rows(
        /* sql */ `
        select review_id, copied_from, review_date::text, author_id, version
        from review
        where admission_id = $1
        order by version`,
        [id],
      ),
    ).toEqual([
      { review_id: r1, copied_from: null, review_date: '2026-03-02', author_id: 'u-5', version: '4' },
      { review_id: r2, copied_from: r1, review_date: '2026-03-03', author_id: 'u-5', version: '5' },
    ]);
    expect(
      await environment.rows(
        /* sql */ `
        select entry_id, copied_from, review_date::text, rating
        from review_entry
        where admission_id = $1
        order by version`,
        [id],
      ),
    ).toEqual([
      { entry_id: e1, copied_from: null, review_date: '2026-03-02', rating: null },
      { entry_id: e2, copied_from: e1, review_date: '2026-03-03', rating: null },
    ]);
    await happen({ type: 'ReviewDeleted', data: { reviewId: r1 } });
    expect([await count('review'), await count('review_entry')]).toEqual([1, 1]);
  });

  test('a follow-up date comes with an entry, is set, changed by an edit, and removed', async () => {
    const [followed, r1, e1, e2] = ['followed', 'r-follow', 'e-follow', 'e-none'].map(named) as [
      string,
      string,
      string,
      string,
    ];
    const happenThere = async (...events: AdmissionEvent[]): Promise<void> => {
      await environment.append(`admission-${followed}`, events, onPatient('p-8', 'u-5'));
      await deliver(environment, `admission-${followed}`);
    };
    const planned = async (): Promise<object[]> =>
      environment.rows(
        'select entry_id, follow_up_date::text from review_entry where review_id = $1 order by position',
        [r1],
      );
    await happenThere(admitted('p-8'), reviewAdded(r1, [entry(e1, { followUpDate: day('2026-03-05') }), entry(e2)]));
    expect(await planned()).toEqual([
      { entry_id: e1, follow_up_date: '2026-03-05' },
      { entry_id: e2, follow_up_date: null },
    ]);
    await happenThere(
      { type: 'FollowUpDateSet', data: { reviewId: r1, entryId: e2, followUpDate: day('2026-03-06') } },
      {
        type: 'ReviewMedicationUpdated',
        data: { reviewId: r1, entry: entry(e1, { followUpDate: day('2026-03-07') }) },
      },
    );
    expect(await planned()).toEqual([
      { entry_id: e1, follow_up_date: '2026-03-07' },
      { entry_id: e2, follow_up_date: '2026-03-06' },
    ]);
    await happenThere({ type: 'FollowUpDateSet', data: { reviewId: r1, entryId: e2, followUpDate: null } });
    expect(await planned()).toEqual([
      { entry_id: e1, follow_up_date: '2026-03-07' },
      { entry_id: e2, follow_up_date: null },
    ]);
    const [review] = await environment.rows<{ entries_version: string; newest: string }>(
      /* sql */ `
      select entries_version, (select max(version) from review_entry e where e.review_id = r.review_id) as newest
      from review r
      where review_id = $1`,
      [r1],
    );
    expect([review?.entries_version, review?.newest]).toEqual(['4', '4']);
  });

  test('an entry is taken over and answered, and keeps the state of before', async () => {
    const [taken, r1, e1] = ['taken', 'r-taken', 'e-taken'].map(named) as [string, string, string];
    const stream = `admission-${taken}`;
    await environment.append(stream, [admitted('p-8'), reviewAdded(r1, [entry(e1)])], onPatient('p-8', 'u-5'));
    await environment.append(
      stream,
      [
        { type: 'EntryTakenOver', data: { reviewId: r1, entryId: e1 } },
        { type: 'ResponseRecorded', data: { reviewId: r1, entryId: e1, errRes: 2 } },
      ],
      onPatient('p-8', 'u-6'),
    );
    await deliver(environment, stream);
    const columns = 'e.responsible_id, e.err_res, e.err_note, e.version';
    expect(
      await environment.rows(
        `select ${columns}, r.author_id, r.entries_version from review_entry e join review r using (review_id)
         where entry_id = $1`,
        [e1],
      ),
    ).toEqual([
      {
        responsible_id: 'u-6',
        err_res: 2,
        err_note: entry(e1).errNote,
        version: '3',
        author_id: 'u-5',
        entries_version: '3',
      },
    ]);
    expect(
      await environment.rows(`select ${columns} from past_review_entry e where entry_id = $1 order by version`, [e1]),
    ).toMatchObject([
      { responsible_id: null, err_res: entry(e1).errRes, version: '1' },
      { responsible_id: 'u-6', err_res: entry(e1).errRes, version: '2' },
    ]);
  });

  test('an entry is addressed and answered; a copy and an older text do not have the answer', async () => {
    const [told, r1, e1] = ['told', 'r-told', 'e-told'].map(named) as [string, string, string];
    const stream = `admission-${told}`;
    const pending = entry(e1, { errRes: null });
    await environment.append(stream, [admitted('p-9'), reviewAdded(r1, [pending])], onPatient('p-9', 'u-5'));
    const place = { reviewId: r1, entryId: e1 };
    await environment.append(
      stream,
      [
        { type: 'EntryAddressed', data: { ...place, to: { kind: 'physicians' } } },
        { type: 'EntryAnswered', data: { ...place, answer: 'changed', text: 'Half', reason: '' } },
      ],
      onPatient('p-9', 'u-6'),
    );
    await environment.append(
      stream,
      [
        {
          type: 'ReviewDuplicated',
          data: {
            reviewId: `${r1}-copy`,
            copiedFrom: r1,
            reviewDate: day('2026-03-04'),
            clinicalNote: '',
            entries: [{ ...pending, errRes: 1, entryId: `${e1}-copy`, copiedFrom: e1 }],
          },
        },
        {
          type: 'ReviewMedicationUpdated',
          data: { reviewId: r1, entry: { ...pending, errRes: 1, errNote: '<p>Other</p>' } },
        },
      ],
      onPatient('p-9', 'u-5'),
    );
    await deliver(environment, stream);
    expect(
      await environment.rows(
        `select entry_id, err_res, asked - 'at' as asked from review_entry where entry_id in ($1, $2) order by entry_id`,
        [e1, `${e1}-copy`],
      ),
    ).toMatchObject([
      {
        err_res: 1,
        asked: {
          address: { kind: 'physicians' },
          answer: { answer: 'changed', text: 'Half', userId: 'u-6', isOfEarlierText: true },
          reportedBy: null,
        },
      },
      { err_res: 1, asked: { address: null, answer: null, reportedBy: null } },
    ]);
    expect(
      await environment.rows(
        `select err_res, asked->'answer'->>'answer' as answer from past_review_entry where entry_id = $1 order by version`,
        [e1],
      ),
    ).toEqual([
      { err_res: null, answer: null },
      { err_res: null, answer: null },
      { err_res: 1, answer: 'changed' },
    ]);
  });

  test('a note is edited and deleted', async () => {
    const noteId = named('n1');
    await happen(
      { type: 'PhysicianNoteAdded', data: { noteId, noteDate: day('2026-03-03'), note: '<p>Seen</p>' } },
      { type: 'PhysicianNoteEdited', data: { noteId, noteDate: day('2026-03-04'), note: '<p>Again</p>' } },
    );
    expect(
      await environment.rows(
        'select note_date::text, note, author_id, version from physician_note where note_id = $1',
        [noteId],
      ),
    ).toEqual([{ note_date: '2026-03-04', note: '<p>Again</p>', author_id: 'u-5', version: '8' }]);
    await happen({ type: 'PhysicianNoteDeleted', data: { noteId } });
    expect(await count('physician_note')).toBe(0);
  });

  test('a group keeps the order of its images, and moves the version of the admission', async () => {
    const [g1, g2] = [named('g1'), named('g2')];
    await happen(
      { type: 'GalleryGroupAdded', data: { groupId: g1, title: 'Wound', images: ['/api/images/b', '/api/images/a'] } },
      { type: 'GalleryGroupAdded', data: { groupId: g2, title: 'Rash', images: [] } },
    );
    expect(
      await environment.rows(
        /* sql */ `
        select group_id, title, patient_id, team_id, author_id, version
        from gallery_group
        where admission_id = $1
        order by version`,
        [id],
      ),
    ).toEqual([
      { group_id: g1, title: 'Wound', patient_id: 'p-8', team_id: 't-1', author_id: 'u-5', version: '10' },
      { group_id: g2, title: 'Rash', patient_id: 'p-8', team_id: 't-1', author_id: 'u-5', version: '11' },
    ]);
    expect(
      await environment.rows('select position, image from gallery_image where group_id = $1 order by position', [g1]),
    ).toEqual([
      { position: 0, image: '/api/images/b' },
      { position: 1, image: '/api/images/a' },
    ]);
    await happen({ type: 'GalleryGroupRemoved', data: { groupId: g1 } });
    expect(await head()).toMatchObject({ version: '12' });
    expect(await environment.rows('select from gallery_image where group_id = $1', [g1])).toEqual([]);
    expect(
      await environment.rows('select image from removed_image where admission_id = $1 order by image', [id]),
    ).toEqual([{ image: '/api/images/a' }, { image: '/api/images/b' }]);
  });

  test('medications are added at the end, changed, stopped, sorted and deleted', async () => {
    const ids = ['m1', 'm2', 'm3'].map(named) as [string, string, string];
    const medication = (medicationId: string): Medication => ({
      medicationId,
      drug: 'd-1.1',
      drugLabel: 'Panadol',
      dose: '1 g',
      route: 'PO',
      frequency: 'daily',
      startDate: day('2026-03-02'),
      stopDate: null,
      note: '',
    });
    await happen(
      ...ids.map((each): AdmissionEvent => ({
        type: 'AdmissionMedicationAdded',
        data: { medication: medication(each) },
      })),
    );
    await happen(
      { type: 'AdmissionMedicationsSorted', data: { medicationIds: [ids[2], ids[0], ids[1]] } },
      {
        type: 'AdmissionMedicationUpdated',
        data: { medication: { ...medication(ids[0]), dose: '500 mg', stopDate: day('2026-03-08') } },
      },
      { type: 'AdmissionMedicationStopped', data: { medicationId: ids[1], stopDate: day('2026-03-09') } },
      { type: 'AdmissionMedicationDeleted', data: { medicationId: ids[2] } },
    );
    expect(
      await environment.rows(
        /* sql */ `
        select medication_id, dose, start_date::text, stop_date::text, drug_label, author_id, version
        from admission_medication
        where admission_id = $1
        order by position`,
        [id],
      ),
    ).toEqual([
      {
        medication_id: ids[0],
        dose: '500 mg',
        start_date: '2026-03-02',
        stop_date: '2026-03-08',
        drug_label: 'Panadol',
        author_id: 'u-5',
        version: '17',
      },
      {
        medication_id: ids[1],
        dose: '1 g',
        start_date: '2026-03-02',
        stop_date: '2026-03-09',
        drug_label: 'Panadol',
        author_id: 'u-5',
        version: '18',
      },
    ]);
    // Deleting the last one was what the admission saw last.
    expect(await head()).toMatchObject({ version: '19' });
  });

  test('a medication has its newest hold, which a stop ends, and the days of its changes of dose', async () => {
    const medicationId = named('m4');
    const given: Medication = {
      medicationId,
      drug: 'd-1.1',
      drugLabel: 'Panadol',
      dose: '1 g',
      route: 'PO',
      frequency: 'daily',
      startDate: day('2026-03-02'),
      stopDate: null,
      note: '',
      indication: 'Fever',
    };
    const course = async (): Promise<object | undefined> =>
      (
        await environment.rows(
          `select indication, hold, dose_changed_on from admission_medication where medication_id = $1`,
          [medicationId],
        )
      )[0];
    const hold = { from: day('2026-03-04'), until: null, reason: 'NPO' };
    await happen({ type: 'AdmissionMedicationAdded', data: { medication: given } });
    expect(await course()).toEqual({ indication: 'Fever', hold: null, dose_changed_on: [] });
    await happen(
      { type: 'MedicationHeld', data: { medicationId, ...hold } },
      {
        type: 'AdmissionMedicationUpdated',
        data: { medication: { ...given, dose: '2 g' }, doseChangedOn: day('2026-03-04') },
      },
    );
    expect(await course()).toMatchObject({ hold, dose_changed_on: ['2026-03-04'] });
    await happen({ type: 'MedicationHoldEnded', data: { medicationId, on: day('2026-03-06') } });
    expect(await course()).toMatchObject({ hold: { ...hold, until: '2026-03-06' } });
    await happen({ type: 'AdmissionMedicationStopped', data: { medicationId, stopDate: day('2026-03-05') } });
    expect(await course()).toMatchObject({ hold: { ...hold, until: '2026-03-05' } });
  });

  test('the last decision on a finding is kept, of each state of the finding', async () => {
    const decisions = () =>
      environment.rows(
        /* sql */ `
        select key, fingerprint, kind, until::text, reason, entry_id, version::int from finding_decision
        where admission_id = $1
        order by version`,
        [id],
      );
    const decide = (fingerprint: string, decision: FindingDecision) =>
      happen({
        type: 'FindingDecided',
        data: { finding: { key: 's-1 m-1', fingerprint, statementId: 's-1', statementVersion: 1 }, decision },
      });
    await decide('[1]', { kind: 'deferred', until: day('2026-03-09') });
    await decide('[2]', { kind: 'taken', reviewId: 'r', entryId: 'e' });
    await decide('[1]', { kind: 'dismissed', reason: 'Intended' });
    const row = { key: 's-1 m-1', until: null, reason: '', entry_id: '', version: expect.any(Number) };
    expect(await decisions()).toEqual([
      { ...row, fingerprint: '[2]', kind: 'taken', entry_id: 'e' },
      { ...row, fingerprint: '[1]', kind: 'dismissed', reason: 'Intended' },
    ]);
  });

  test('a deleted admission leaves no row, nor a record of who has seen it and which findings', async () => {
    await environment.pool.query(
      `insert into reading.finding_shown select admission_id, 's-1', 1, 'h', now() from admission where admission_id = $1`,
      [id],
    );
    await environment.pool.query(
      /* sql */ `
      insert into reading.chart_seen (user_id, admission_id, team_id, revision, at) select 'u-1', admission_id,
        team_id, 3, now()
      from admission
      where admission_id = $1`,
      [id],
    );
    expect(await count('reading.chart_seen')).toBe(1);
    await happen({ type: 'AdmissionDeleted', data: {} });
    const tables = [
      'admission',
      'review',
      'review_entry',
      'physician_note',
      'gallery_group',
      'removed_image',
      'admission_medication',
      'finding_decision',
      'reading.finding_shown',
      'reading.chart_seen',
    ];
    expect(await Promise.all(tables.map(count))).toEqual(tables.map(() => 0));
  });
});
