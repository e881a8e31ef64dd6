/**
 * For `*.int.spec.ts` only: a random log of a hospital with two teams, from a seed. It holds the difficult cases of
 * reports: "No error" and similar types, pending responses, entries with several tags, a repeated tag or none, late
 * corrections of dates, deletions, duplicates, admissions without reviews, text that a spreadsheet would run, and names
 * that change at the end. It also holds notes, medications and images, which charts show and no report counts. Some
 * events were recorded hours after they were done, and some have a single time. The events of patients overlap, so that
 * at every instant some admissions are open.
 */
import { randomUUID } from 'node:crypto';
import type { AdmissionEvent, Entry, MovedRecord } from 'language/domain/admission/events';
import { defaultPriorityTable } from 'language/domain/priority/table';
import type { TeamEvent } from 'language/domain/team/events';
import { addDays, type CalendarDate } from 'language/domain/values/calendar-date';
import { NO_ERROR, type Response, type Severity } from 'language/domain/values/codes';
import type { DomainEvent, EventMetadata } from 'language/domain/command';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { randomOf } from 'language/domain/testing/random';

export interface StreamOfEvents {
  readonly stream: string;
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly data: object;
    readonly metadata: EventMetadata;
  }[];
}

export const teams = ['icu', 'ward'] as const;
/** Each is a pharmacist of both teams; the first two are the admins. */
export const people = ['u-mona', 'u-karim', 'u-dina', 'u-sami', 'u-nada', 'u-omar'] as const;

/**
 * A type whose id ends like that of "No error" is no error; one with its name only is (docs/product.md, "No error").
 */
export const errorTypes = ['et-dose', 'et-route', 'et-missing', 'et-lookalike', 'et-old-99bb', NO_ERROR._id] as const;
const typeLabels: Record<string, string> = {
  'et-dose': 'Dose too high',
  'et-route': 'Wrong route',
  'et-missing': 'Missing drug',
  'et-lookalike': 'No error',
  'et-old-99bb': 'All well',
  [NO_ERROR._id]: NO_ERROR.label,
};
const drugs = ['d-1', 'd-2', 'd-3', 'd-4'] as const;
const tagNames = ['renal', 'elderly', 'مضاد حيوي', '=cmd', 'high alert'] as const;
const texts = [
  '',
  '<p>Stable</p>',
  '<p>Halve it &amp; wait</p><p>then "stop", please</p>',
  '<p>=HYPERLINK("x")</p>',
  '<p>أوقف الدواء</p>',
  '<ol><li data-list="bullet">-1</li></ol>',
  '<p>-5 mg</p>',
  '<p>@home</p>',
] as const;

/** An admission that exists at the end, with its reviews. */
interface Stay {
  admissionId: string;
  patientId: string;
  teamId: string;
  admissionDate: CalendarDate;
  drafts: Draft[];
}

interface Draft {
  reviewId: string;
  author: string;
  date: CalendarDate;
  entries: Entry[];
}

/** @param today no event speaks of a day after tomorrow */
export function generatedLog(seed: number, today: CalendarDate): StreamOfEvents[] {
  const random = randomOf(seed).next;
  const below = (limit: number): number => Math.floor(random() * limit);
  const chance = (percent: number): boolean => random() * 100 < percent;
  /** Random numbers of their own, so that the events are the same with and without them. */
  const timed = randomOf(seed + 1).next;
  /** For marks of the ward board and reminders, likewise. */
  const marked = randomOf(seed + 2);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  let written = 0;
  const id = (kind: string): string => `${kind}-${seed}-${(written += 1)}`;
  const streams = new Map<string, StreamOfEvents['events'][number][]>();
  const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000] as const;
  const began = Date.parse(`${addDays(today, -200)}T00:00:00Z`);
  /** The time of the newest event of each stream. */
  const clocks = new Map<string, number>();
  const tick = (stream: string, patientId: string | undefined, pause: number): string => {
    const last = clocks.get(stream);
    const begins = (): number =>
      patientId === undefined ? began : (clocks.get(`patient-${patientId}`) ?? began + DAY + below(60 * DAY));
    const at =
      last === undefined ? begins() : last + (pause || (patientId === undefined ? SECOND : SECOND + below(20 * HOUR)));
    clocks.set(stream, at);
    return new Date(at).toISOString();
  };
  /**
   * The times of an event that the log recorded at an instant: a third was done then, a third some hours before, and a
   * third has a single time.
   */
  const timesOf = (recordedAt: string): Pick<EventMetadata, 'occurredAt' | 'recordedAt'> => {
    const share = timed();
    if (share < 1 / 3) return { occurredAt: recordedAt };
    const before = share < 2 / 3 ? 0 : Math.floor(timed() * 9 * HOUR);
    return { occurredAt: new Date(Date.parse(recordedAt) - before).toISOString(), recordedAt };
  };
  const append = (
    stream: string,
    event: DomainEvent,
    actorId: string,
    about: Partial<EventMetadata> = {},
    pause = 0,
  ): void => {
    const eventId = randomUUID();
    const times = timesOf(tick(stream, about.patientId, pause));
    const made = {
      ...event,
      id: eventId,
      metadata: {
        commandId: eventId,
        command: 'Generated',
        actorId,
        ...times,
        schemaVersion: schemaVersionOf(event.type),
        ...about,
      },
    };
    streams.set(stream, [...(streams.get(stream) ?? []), made]);
  };

  for (const [index, user] of people.entries()) {
    const data = {
      firstName: `First${index}`,
      lastName: 'Before',
      email: `${user}@example.org`,
      phone: '',
      phoneNormalised: '',
      start: addDays(today, -300),
    };
    append(`user-${user}`, { type: 'UserRegistered', data }, user);
  }
  for (const [index, team] of teams.entries()) {
    const admin = people[index] ?? people[0];
    append(
      `team-${team}`,
      {
        type: 'TeamCreated',
        data: { name: team, specialty: 1, about: '', adminId: admin, adminEmail: `${admin}@example.org` },
      },
      admin,
      { teamId: team },
    );
    for (const user of people)
      append(
        `team-${team}`,
        { type: 'TeamMemberAdded', data: { userId: user, email: `${user}@example.org`, role: 'pharmacist' } },
        admin,
        { teamId: team },
      );
    const appendToTeam = (event: TeamEvent): void => append(`team-${team}`, event, admin, { teamId: team });
    const view = { reasons: [], taken: 'mine', deferred: 'hidden', antimicrobials: false, reviewed: 'any' } as const;
    for (const [at, name] of ['Mine', 'Evening', 'Night'].entries())
      appendToTeam({
        type: 'TeamViewSaved',
        data: { viewId: `v-${team}-${at % 2}`, name, filter: { ...view, reasons: [] } },
      });
    if (index === 0) {
      const { highAlertTags, antibioticTags, ...numbers } = defaultPriorityTable;
      const tags = { highAlertTags: [...highAlertTags], antibioticTags: [...antibioticTags, tagNames[2]] };
      appendToTeam({ type: 'TeamPriorityTableSet', data: { ...numbers, ...tags, most: 40 } });
      appendToTeam({ type: 'TeamViewRemoved', data: { viewId: `v-${team}-1` } });
    }
  }
  for (const type of errorTypes) {
    if (type !== NO_ERROR._id)
      append('catalogue', { type: 'ErrorTypeAdded', data: { errTypeId: type, label: typeLabels[type] } }, 'u-mona');
  }
  const drugForm = (drug: string, label: string) => ({
    label,
    tradeLabels: [0, 1].map((index) => ({ _id: `${drug}.${index}`, label: `${label} ${index}` })),
    errTemps: [],
    tags: [],
    tips: '',
  });
  for (const drug of drugs)
    append(`drug-${drug}`, { type: 'DrugAdded', data: drugForm(drug, `Drug ${drug}`) }, 'u-mona');

  const randomEntry = (): Entry => {
    const errType = chance(45) ? NO_ERROR._id : pick(errorTypes);
    const nothingWrong = errType.endsWith('99bb');
    const drug = `${pick(drugs)}.${below(2)}`;
    return {
      entryId: id('e'),
      errType,
      errTypeLabel: typeLabels[errType] ?? '',
      errDrug: drug,
      errDrugLabel: `Drug ${drug.replace('.', ' ')}`,
      errNote: pick(texts),
      errRes: nothingWrong || chance(25) ? null : pick<Response>([1, 2, 3, 4]),
      errSeverity: nothingWrong || chance(25) ? null : pick<Severity>(['A', 'C', 'E', 'I']),
      followUpDate: nothingWrong || chance(60) ? null : addDays(today, below(15) - 7),
      drugTags: Array.from({ length: below(4) }, () => ({ name: pick(tagNames) })),
      pcne: nothingWrong || chance(60) ? [] : pick([['P2.1', 'C3.2'], ['C1.1'], ['P1.2']]),
    };
  };
  const dayBetween = (from: CalendarDate, to: CalendarDate): CalendarDate => {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
    return addDays(from, below(days + 1));
  };

  /** Those of yesterday are over. Several people may take a patient, and the last deferral and level count. */
  const appendMarks = (write: (event: AdmissionEvent, actorId: string) => void): void => {
    for (const day of [addDays(today, -1), today])
      for (const user of marked.shuffled(people).slice(0, marked.between(0, 2))) {
        write({ type: 'PatientTaken', data: { day } }, user);
        if (marked.chance(30)) write({ type: 'PatientReleased', data: { day } }, user);
        if (marked.chance(50))
          write({ type: 'ReviewLevelMarked', data: { day, level: marked.pick(['quick', 'full'] as const) } }, user);
        if (marked.chance(20)) write({ type: 'ReviewLevelCleared', data: { day } }, user);
        if (marked.chance(40))
          write(
            { type: 'PatientDeferred', data: { until: addDays(day, marked.between(1, 3)), reason: 'Stable' } },
            user,
          );
        if (marked.chance(20)) write({ type: 'DeferralEnded', data: {} }, user);
      }
  };

  const stays: Stay[] = [];
  const stay = (patientId: string, teamId: string): void => {
    const admissionId = id('a');
    const stream = `admission-${admissionId}`;
    const admissionDate = dayBetween(addDays(today, -60), today);
    const lastDay = dayBetween(
      admissionDate,
      [addDays(admissionDate, 12), addDays(today, 1)].toSorted()[0] as CalendarDate,
    );
    const appendToStay = (event: AdmissionEvent, actorId: string): void =>
      append(stream, event, actorId, { patientId, teamId });
    append(
      `patient-${patientId}`,
      { type: 'AdmissionRegistered', data: { admissionId, admissionDate, admissionDetails: '' } },
      'u-mona',
      { patientId, teamId },
    );
    appendToStay(
      { type: 'PatientAdmitted', data: { patientId, teamId, admissionDate, admissionDetails: '' } },
      'u-mona',
    );
    if (chance(8)) {
      appendToStay({ type: 'AdmissionDeleted', data: {} }, 'u-mona');
      append(`patient-${patientId}`, { type: 'AdmissionUnregistered', data: { admissionId } }, 'u-mona', {
        patientId,
        teamId,
      });
      return;
    }
    const drafts: Draft[] = [];
    stays.push({ admissionId, patientId, teamId, admissionDate, drafts });
    for (let step = below(14); step > 0; step -= 1) {
      const draft = drafts.length > 0 && chance(65) ? pick(drafts) : undefined;
      if (!draft) {
        const fresh: Draft = {
          reviewId: `${admissionId}.${id('r')}`,
          author: pick(people),
          date: dayBetween(admissionDate, lastDay),
          entries: Array.from({ length: below(6) }, randomEntry),
        };
        drafts.push(fresh);
        appendToStay(
          {
            type: 'ReviewAdded',
            data: {
              reviewId: fresh.reviewId,
              reviewDate: fresh.date,
              clinicalNote: pick(texts),
              entries: [...fresh.entries],
            },
          },
          fresh.author,
        );
        continue;
      }
      const { reviewId, author } = draft;
      const entry = draft.entries.length > 0 ? pick(draft.entries) : undefined;
      const what = below(100);
      if (what < 15) {
        draft.date = dayBetween(admissionDate, lastDay);
        appendToStay(
          { type: 'ReviewHeadEdited', data: { reviewId, reviewDate: draft.date, clinicalNote: pick(texts) } },
          author,
        );
      } else if (what < 30 || !entry) {
        const added = randomEntry();
        draft.entries.push(added);
        appendToStay({ type: 'ReviewMedicationAdded', data: { reviewId, entry: added } }, author);
      } else if (what < 50) {
        const changed = { ...randomEntry(), entryId: entry.entryId };
        draft.entries[draft.entries.indexOf(entry)] = changed;
        appendToStay({ type: 'ReviewMedicationUpdated', data: { reviewId, entry: changed } }, author);
      } else if (what < 65) {
        draft.entries.splice(draft.entries.indexOf(entry), 1);
        appendToStay({ type: 'ReviewMedicationRemoved', data: { reviewId, entryId: entry.entryId } }, author);
      } else if (what < 70 && !entry.errType.endsWith('99bb')) {
        appendToStay(
          {
            type: 'FollowUpDateSet',
            data: { reviewId, entryId: entry.entryId, followUpDate: chance(30) ? null : addDays(today, below(15) - 7) },
          },
          pick(people),
        );
      } else if (what < 73 && !entry.errType.endsWith('99bb')) {
        const entryId = entry.entryId;
        const responsible = pick(people);
        appendToStay({ type: 'EntryTakenOver', data: { reviewId, entryId } }, responsible);
        const errRes = chance(30) ? null : pick([1, 2, 3, 4] as const);
        draft.entries[draft.entries.indexOf(entry)] = { ...entry, errRes };
        appendToStay({ type: 'ResponseRecorded', data: { reviewId, entryId, errRes } }, responsible);
      } else if (what < 80) {
        appendToStay(
          { type: 'ErrorRated', data: { reviewId, entryId: entry.entryId, rating: below(11) / 2 } },
          people[0],
        );
      } else if (what < 90) {
        drafts.splice(drafts.indexOf(draft), 1);
        appendToStay({ type: 'ReviewDeleted', data: { reviewId } }, author);
      } else {
        const entries = draft.entries.map((copied) => ({
          ...copied,
          followUpDate: null,
          entryId: id('e'),
          copiedFrom: copied.entryId,
        }));
        const copy: Draft = {
          reviewId: `${admissionId}.${id('r')}`,
          author: pick(people),
          date: lastDay,
          entries: [...entries],
        };
        drafts.push(copy);
        appendToStay(
          {
            type: 'ReviewDuplicated',
            data: {
              reviewId: copy.reviewId,
              copiedFrom: reviewId,
              reviewDate: copy.date,
              clinicalNote: pick(texts),
              entries,
            },
          },
          copy.author,
        );
      }
    }
    if (chance(60) && lastDay <= today)
      appendToStay(
        {
          type: 'PatientDischarged',
          data: { dischargeDate: lastDay, dischargeStatus: pick([0, 1, 2, 3, 4, 5, 6] as const), dischargeNote: '' },
        },
        'u-mona',
      );
    if (chance(10))
      appendToStay(
        { type: 'AdmissionEdited', data: { admissionDate: addDays(admissionDate, -2), admissionDetails: '' } },
        'u-mona',
      );
    if (drafts.length > 0 && chance(20)) {
      // A late correction, after the discharge, sometimes to the day of another report.
      const late = pick(drafts);
      appendToStay(
        {
          type: 'ReviewHeadEdited',
          data: { reviewId: late.reviewId, reviewDate: dayBetween(admissionDate, lastDay), clinicalNote: '' },
        },
        late.author,
      );
    }
    const appendUncounted = (event: AdmissionEvent): void => append(stream, event, pick(people), { patientId, teamId });
    const notes = Array.from({ length: below(4) }, () => `${admissionId}.${id('n')}`);
    for (const noteId of notes)
      appendUncounted({
        type: 'PhysicianNoteAdded',
        data: { noteId, noteDate: dayBetween(admissionDate, lastDay), note: pick(texts) },
      });
    for (const noteId of notes)
      if (chance(40))
        appendUncounted({
          type: 'PhysicianNoteEdited',
          data: { noteId, noteDate: dayBetween(admissionDate, lastDay), note: pick(texts) },
        });
    for (const noteId of notes) if (chance(20)) appendUncounted({ type: 'PhysicianNoteDeleted', data: { noteId } });
    const randomMedication = (medicationId: string) => {
      const drug = `${pick(drugs)}.${below(2)}`;
      return {
        medicationId,
        drug,
        drugLabel: `Drug ${drug.replace('.', ' ')}`,
        dose: `${below(9)} mg`,
        route: 'IV',
        frequency: 'daily',
        startDate: admissionDate,
        stopDate: null,
        note: pick(['', 'بعد الأكل']),
        indication: pick(['', 'CAP']),
      };
    };
    const medications = Array.from({ length: below(5) }, () => id('m'));
    for (const medicationId of medications)
      appendUncounted({ type: 'AdmissionMedicationAdded', data: { medication: randomMedication(medicationId) } });
    if (medications.length > 1)
      appendUncounted({ type: 'AdmissionMedicationsSorted', data: { medicationIds: medications.toReversed() } });
    for (const medicationId of medications) {
      const what = below(100);
      if (what < 25)
        appendUncounted({
          type: 'AdmissionMedicationUpdated',
          data: { medication: randomMedication(medicationId), ...(chance(50) ? { doseChangedOn: lastDay } : {}) },
        });
      else if (what < 50)
        appendUncounted({ type: 'AdmissionMedicationStopped', data: { medicationId, stopDate: lastDay } });
      else if (what < 75)
        appendUncounted({
          type: 'MedicationHeld',
          data: { medicationId, from: admissionDate, until: null, reason: pick(['', 'NPO']) },
        });
      if (what >= 40 && what < 60)
        appendUncounted({ type: 'MedicationHoldEnded', data: { medicationId, on: lastDay } });
      else if (what >= 85) appendUncounted({ type: 'AdmissionMedicationDeleted', data: { medicationId } });
    }
    const homeMedicines = Array.from({ length: below(3) }, () => id('h'));
    for (const homeMedicationId of homeMedicines) {
      const { drug, drugLabel, dose, route, frequency } = randomMedication('');
      const medication = { homeMedicationId, drug, drugLabel, dose, route, frequency };
      const about = { indication: '', source: pick(['patient', 'family'] as const), note: '' };
      appendUncounted({ type: 'HomeMedicationRecorded', data: { medication: { ...medication, ...about } } });
      appendUncounted({
        type: 'MedicationReconciled',
        data: {
          stage: pick(['admission', 'discharge'] as const),
          line: { kind: 'home', id: homeMedicationId },
          action: pick(['continued', 'held'] as const),
          reason: pick(['NPO', 'خطر نزيف']),
          dose,
          route,
          frequency,
          until: null,
          advice: '',
        },
      });
      if (chance(20)) appendUncounted({ type: 'HomeMedicationRemoved', data: { homeMedicationId } });
    }
    appendMarks((event, actorId) => append(stream, event, actorId, { patientId, teamId }, SECOND));
    for (const { reviewId, entries } of drafts)
      for (const { entryId, errType, errRes } of entries)
        if (errRes === null && !errType.endsWith('99bb') && marked.chance(30))
          append(
            stream,
            { type: 'AnswerReminded', data: { reviewId, entryId, step: 1, nextAt: null, to: [...people] } },
            'product',
            { patientId, teamId },
            SECOND,
          );
    const groups = Array.from({ length: below(3) }, () => id('g'));
    for (const groupId of groups)
      appendUncounted({
        type: 'GalleryGroupAdded',
        data: { groupId, title: pick(['Wound', 'أشعة']), images: [`/api/images/${groupId}`] },
      });
    for (const groupId of groups) if (chance(30)) appendUncounted({ type: 'GalleryGroupRemoved', data: { groupId } });
  };

  /** Moves a review, or one of its entries, to the chart of another patient or stay. Some come back. */
  const move = (from: Stay, draft: Draft, to: Stay): void => {
    const moveId = id('move');
    const [entry] = chance(50) ? draft.entries : [];
    const mover = chance(50) ? draft.author : people[0];
    const writing = {
      teamId: from.teamId,
      authorId: draft.author,
      createdAt: new Date(began + below(100 * DAY)).toISOString(),
    };
    const reviewId = `${to.admissionId}.${id('r')}`;
    const appendTo = ({ admissionId, patientId, teamId }: Stay, event: AdmissionEvent): void =>
      append(`admission-${admissionId}`, event, mover, { patientId, teamId });
    const kind = entry ? 'entry' : 'review';
    const what = { kind, id: entry?.entryId ?? draft.reviewId, reviewId: entry ? draft.reviewId : null } as const;
    const place = { admissionId: to.admissionId, reviewId: entry ? reviewId : null, isNewReview: entry !== undefined };
    const movedEntry = (of: Entry, entryId: string) => ({
      ...of,
      entryId,
      was: of.entryId,
      rating: chance(50) ? below(11) / 2 : null,
    });
    const recordIn = (id_: string, entryIdOf: (of: Entry) => string): MovedRecord =>
      entry
        ? {
            kind: 'entry',
            reviewId: id_,
            isNewReview: id_ !== draft.reviewId,
            wasIn: { reviewId: draft.reviewId, reviewDate: draft.date, ...writing },
            entry: movedEntry(entry, entryIdOf(entry)),
          }
        : {
            kind: 'review',
            was: draft.reviewId,
            reviewId: id_,
            reviewDate: draft.date,
            clinicalNote: pick(texts),
            entries: draft.entries.map((of) => movedEntry(of, entryIdOf(of))),
            ...writing,
          };
    const reason = 'Wrong chart';
    appendTo(from, {
      type: 'MovedToAnotherChart',
      data: { moveId, reason, what: { ...what, images: [] }, to: { ...place, id: id('moved') } },
    });
    if (chance(15)) {
      const moved = recordIn(draft.reviewId, ({ entryId }) => entryId);
      appendTo(from, { type: 'MoveReturned', data: { moveId, moved } });
      return;
    }
    appendTo(to, {
      type: 'MovedFromAnotherChart',
      data: { moveId, reason, from: { admissionId: from.admissionId }, moved: recordIn(reviewId, () => id('e')) },
    });
    appendTo(from, { type: 'MoveCompleted', data: { moveId, what } });
  };

  for (let patient = 0; patient < 80; patient += 1) {
    const patientId = id('p');
    const teamId = pick(teams);
    const name = pick(['أحمد', '=1+1', 'Ali "Abu", Omar', 'منى']);
    const data = {
      teamId,
      firstName: name,
      middleName: chance(50) ? 'محمد' : '',
      lastName: '',
      fourthName: `${patient}`,
      birthdate: addDays(today, -9_000),
      medicalRecordNumber: pick(['', '+20', '12-77']),
    };
    append(`patient-${patientId}`, { type: 'PatientRegistered', data }, 'u-mona', { patientId, teamId });
    for (let count = below(4); count > 0; count -= 1) stay(patientId, teamId);
    if (chance(20)) {
      const { teamId: _team, ...facts } = data;
      append(
        `patient-${patientId}`,
        { type: 'PatientCorrected', data: { ...facts, lastName: 'المصري', medicalRecordNumber: '77-12' } },
        'u-mona',
        { patientId, teamId },
        10 * DAY,
      );
    }
  }

  // Later renames: a person, a type, and the drugs, of which one loses a trade label.
  append(
    'user-u-dina',
    {
      type: 'UserProfileChanged',
      data: { firstName: 'Dina', lastName: 'After', phone: '', phoneNormalised: '', title: '', about: '' },
    },
    'u-dina',
    {},
    40 * DAY,
  );
  append(
    'catalogue',
    { type: 'ErrorTypeMapped', data: { errTypeId: 'et-route', pcne: ['P1.2', 'C2.1'] } },
    'u-mona',
    {},
    45 * DAY,
  );
  append(
    'catalogue',
    { type: 'ErrorTypeRenamed', data: { errTypeId: 'et-route', label: 'Route of administration' } },
    'u-mona',
    {},
    50 * DAY,
  );
  const renamed = drugForm('d-2', 'Renamed');
  append('drug-d-2', { type: 'DrugChanged', data: { ...renamed, compatibility: [] } }, 'u-mona', {}, 60 * DAY);
  const shorter = drugForm('d-3', 'Shorter');
  append(
    'drug-d-3',
    { type: 'DrugChanged', data: { ...shorter, tradeLabels: shorter.tradeLabels.slice(0, 1), compatibility: [] } },
    'u-mona',
    {},
    60 * DAY,
  );
  for (const from of stays) {
    const draft = from.drafts.length > 0 && chance(30) ? pick(from.drafts) : undefined;
    const to = draft && stays.find((other) => other !== from && other.teamId === from.teamId && chance(20));
    if (draft && to) move(from, draft, to);
  }
  return [...streams].map(([stream, events]) => ({ stream, events }));
}
