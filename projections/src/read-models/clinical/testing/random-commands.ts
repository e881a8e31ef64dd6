/**
 * For `model.int.spec.ts` only: random commands on one admission, made from what people have on their screens. Each is
 * an HTTP call and the call of the decider that it should lead to.
 */
import type {
  AdmissionMedication,
  Answer,
  DrugErr,
  GalleryChange,
  PhysicianNote,
  Review,
} from 'command-api/contract/entities';
import { deleteAdmission, editAdmission } from 'command-api/domain/admission/decide';
import { addGalleryGroup, removeGalleryGroup } from 'command-api/domain/admission/decide-gallery';
import {
  addMedication,
  deleteMedication,
  sortMedications,
  stopMedication,
  updateMedication,
} from 'command-api/domain/admission/decide-medication';
import { addPhysicianNote, deletePhysicianNote, editPhysicianNote } from 'command-api/domain/admission/decide-note';
import { recordResponse, takeOverEntry } from 'command-api/domain/admission/decide-responsible';
import {
  addReview,
  addReviewMedication,
  deleteReview,
  duplicateReview,
  editReviewHead,
  rateError,
  removeReviewMedication,
  setFollowUpDate,
  updateReviewMedication,
} from 'command-api/domain/admission/decide-review';
import type { AdmissionEvent, Entry } from 'command-api/domain/admission/events';
import type { Admission } from 'command-api/domain/admission/state';
import { type CalendarDate, calendarDate } from 'command-api/domain/values/calendar-date';
import type { CommandEnvelope } from 'command-api/domain/command';
import type { Caller, Ward } from 'command-api/testing/test-environment';

/** An HTTP call, and the same command for the model. The model takes new ids from the answer. */
export interface RandomCommand {
  readonly by: Caller;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly seen?: number | undefined;
  readonly model: (admission: Admission, envelope: CommandEnvelope, answer: unknown) => readonly AdmissionEvent[];
}
/** The contents of people's screens: the last answers, which may be outdated. */
interface Screen {
  readonly reviews: Map<string, Review>;
  readonly notes: Map<string, PhysicianNote>;
  readonly groups: Map<string, GalleryChange>;
  readonly medications: Map<string, AdmissionMedication>;
}

/**
 * @param random numbers from 0 to 1
 * @param newest about the highest revision, for versions that a person may have seen last
 */
export function randomCommands(ward: Ward, random: () => number, newest: number) {
  const screen: Screen = { reviews: new Map(), notes: new Map(), groups: new Map(), medications: new Map() };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = <Item>(item: Item): Item | undefined => (random() < 0.4 ? item : undefined);
  const day = (): CalendarDate => calendarDate(`2025-03-0${1 + Math.floor(random() * 9)}`);
  const words = (): string =>
    `<p>${pick(['stable', 'worse', 'أوقف الدواء', 'halve it'])} ${Math.floor(random() * 3)}</p>`;
  const { mona, omar, hany, sami, admission } = ward;
  const pharmacist = (): Caller => pick([mona, mona, omar, omar, omar, hany, sami]);
  const physician = (): Caller => pick([hany, hany, hany, mona]);
  /** Mostly the author, who may edit it. */
  const authorOf = ({ userId }: { userId: string }): Caller =>
    random() < 0.8 ? ([mona, omar, hany].find(({ me }) => me._id === userId) ?? mona) : pharmacist();
  const admissionId = admission._id;
  const inAdmission = `/api/admissions/${admissionId}`;

  const filled = () => ({
    errNote: words(),
    errRes: pick([null, 1, 2, 3, 4] as const),
    errSeverity: pick([null, 'A', 'C', 'I'] as const),
    followUpDate: maybe(day()) ?? null,
  });
  const asBody = (fields: ReturnType<typeof filled>, _id?: string): object => ({
    ...ward.entry(fields),
    ...(_id === undefined ? {} : { _id }),
  });
  const asEntry = (entryId: string, fields: ReturnType<typeof filled>): Entry => ({
    entryId,
    errType: ward.errType,
    errTypeLabel: 'Dose too high',
    errDrug: `${ward.drug._id}.1`,
    errDrugLabel: 'Marevan 5 mg',
    drugTags: [{ name: 'Anticoagulant' }],
    ...fields,
  });
  const added = (answer: unknown): string =>
    (answer as Answer<Review>).drugErrs.find(({ version }) => version === (answer as Answer<Review>).revision)?._id ??
    '';
  const idOf = (answer: unknown): string => (answer as { _id: string })._id;

  const writeReview = (): RandomCommand => {
    const [reviewDate, clinicalNote, entries] = [
      day(),
      words(),
      Array.from({ length: Math.floor(random() * 3) }, filled),
    ];
    return {
      by: pharmacist(),
      method: 'POST',
      path: '/api/reviews/addReview',
      body: { admissionId, reviewDate, clinicalNote, drugErrs: entries.map((fields) => asBody(fields)) },
      model: (state, envelope, answer) =>
        addReview(state, {
          ...envelope,
          reviewId: idOf(answer),
          reviewDate,
          clinicalNote,
          entries: entries.map((fields, n) => asEntry((answer as Review).drugErrs[n]?._id ?? '', fields)),
        }),
    };
  };
  const withReview = (create: (review: Review) => RandomCommand) => (): RandomCommand =>
    screen.reviews.size === 0 ? writeReview() : create(pick([...screen.reviews.values()]));
  const withEntry = (create: (review: Review, entry: DrugErr) => RandomCommand) =>
    withReview((review) => (review.drugErrs.length === 0 ? writeReview() : create(review, pick(review.drugErrs))));
  const writeNote = (): RandomCommand => {
    const [noteDate, note] = [day(), words()];
    return {
      by: physician(),
      method: 'POST',
      path: '/api/physicNotes/addphysicNote',
      body: { admissionId, noteDate, note },
      model: (state, envelope, answer) =>
        addPhysicianNote(state, { ...envelope, noteId: idOf(answer), noteDate, note }),
    };
  };
  const withNote = (create: (note: PhysicianNote) => RandomCommand) => (): RandomCommand =>
    screen.notes.size === 0 ? writeNote() : create(pick([...screen.notes.values()]));
  const prescribe = (): RandomCommand => {
    const [dose, startDate] = [pick(['1 g', '2 g']), day()];
    return {
      by: pharmacist(),
      method: 'POST',
      path: `${inAdmission}/medications`,
      body: { drug: `${ward.drug._id}.1`, dose, startDate },
      model: (state, envelope, answer) =>
        addMedication(state, {
          ...envelope,
          medication: {
            medicationId: idOf(answer),
            drug: `${ward.drug._id}.1`,
            drugLabel: 'Marevan 5 mg',
            dose,
            route: '',
            frequency: '',
            startDate,
            stopDate: null,
            note: '',
          },
        }),
    };
  };
  const withMedication = (create: (medication: AdmissionMedication) => RandomCommand) => (): RandomCommand =>
    screen.medications.size === 0 ? prescribe() : create(pick([...screen.medications.values()]));
  const showImage = (): RandomCommand => {
    const [title, images] = [
      pick(['Wound', 'Rash']),
      [`https://res.cloudinary.com/icu/image/upload/${Math.floor(random() * 5)}.jpg`],
    ];
    return {
      by: pharmacist(),
      method: 'POST',
      path: `${inAdmission}/gallery`,
      body: { title, images: images.map((image) => ({ image })) },
      model: (state, envelope, answer) => addGalleryGroup(state, { ...envelope, groupId: idOf(answer), title, images }),
    };
  };

  const all: readonly (() => RandomCommand)[] = [
    writeReview,
    withReview(({ _id: reviewId, version, userId }) => {
      const [reviewDate, clinicalNote] = [day(), words()];
      return {
        by: authorOf({ userId }),
        method: 'PUT',
        path: `/api/reviews/updateRevHead/${reviewId}`,
        body: { reviewDate, clinicalNote },
        seen: maybe(version),
        model: (state, envelope) => editReviewHead(state, { ...envelope, reviewId, reviewDate, clinicalNote }),
      };
    }),
    withReview((review) => {
      const fields = filled();
      return {
        by: authorOf(review),
        method: 'POST',
        path: `/api/reviews/addRevMed/${review._id}`,
        body: { drugErr: asBody(fields) },
        model: (state, envelope, answer) =>
          addReviewMedication(state, { ...envelope, reviewId: review._id, entry: asEntry(added(answer), fields) }),
      };
    }),
    withEntry((review, { _id: entryId, version }) => {
      const fields = filled();
      return {
        by: authorOf(review),
        method: 'PUT',
        path: `/api/reviews/updateRevMed/${review._id}`,
        body: { drugErr: asBody(fields, entryId) },
        seen: maybe(version),
        model: (state, envelope) =>
          updateReviewMedication(state, { ...envelope, reviewId: review._id, entry: asEntry(entryId, fields) }),
      };
    }),
    withEntry((review, { _id: entryId, version }) => ({
      by: authorOf(review),
      method: 'POST',
      path: `/api/reviews/remRevMed/${review._id}`,
      body: { drugErr: { _id: entryId } },
      seen: maybe(version),
      model: (state, envelope) => removeReviewMedication(state, { ...envelope, reviewId: review._id, entryId }),
    })),
    withEntry(({ _id: reviewId }, { _id: entryId, version }) => {
      const followUpDate = maybe(day()) ?? null;
      return {
        by: pick([mona, omar, omar, hany]),
        method: 'PUT',
        path: `/api/reviews/${reviewId}/followUp`,
        body: { errId: entryId, followUpDate },
        seen: maybe(version),
        model: (state, envelope) => setFollowUpDate(state, { ...envelope, reviewId, entryId, followUpDate }),
      };
    }),
    withEntry(({ _id: reviewId }, { _id: entryId, version }) => ({
      by: pick([mona, omar, omar, hany]),
      method: 'PUT',
      path: `/api/reviews/${reviewId}/takeOver`,
      body: { errId: entryId },
      seen: maybe(version),
      model: (state, envelope) => takeOverEntry(state, { ...envelope, reviewId, entryId }),
    })),
    withEntry(({ _id: reviewId }, { _id: entryId, version }) => {
      const errRes = pick([null, 1, 2, 3, 4] as const);
      return {
        by: pick([mona, omar, omar, hany]),
        method: 'PUT',
        path: `/api/reviews/${reviewId}/response`,
        body: { errId: entryId, errRes },
        seen: maybe(version),
        model: (state, envelope) => recordResponse(state, { ...envelope, reviewId, entryId, errRes }),
      };
    }),
    withEntry(({ _id: reviewId }, { _id: entryId, version }) => {
      const rating = Math.floor(random() * 11) / 2;
      return {
        by: pick([mona, mona, omar, hany]),
        method: 'PUT',
        path: `/api/reviews/${reviewId}/editRating`,
        body: { errId: entryId, rating },
        seen: maybe(version),
        model: (state, envelope) => rateError(state, { ...envelope, reviewId, entryId, rating }),
      };
    }),
    withReview(({ _id: originId }) => {
      const reviewDate = maybe(day());
      return {
        by: pharmacist(),
        method: 'POST',
        path: `/api/reviews/${originId}/duplicate`,
        body: { reviewDate },
        model: (state, envelope, answer) =>
          duplicateReview(state, {
            ...envelope,
            originId,
            reviewId: idOf(answer),
            reviewDate,
            entryIdOf: (origin) =>
              (answer as Review).drugErrs.find(({ copiedFrom }) => copiedFrom === origin)?._id ?? '',
          }),
      };
    }),
    withReview(({ _id: reviewId, version, userId }) => ({
      by: authorOf({ userId }),
      method: 'DELETE',
      path: `/api/reviews/${reviewId}`,
      seen: maybe(version),
      model: (state, envelope) => deleteReview(state, { ...envelope, reviewId }),
    })),
    writeNote,
    withNote(({ _id: noteId, version, userId }) => {
      const [noteDate, note] = [day(), words()];
      return {
        by: authorOf({ userId }),
        method: 'PUT',
        path: `/api/physicNotes/updatePhysicNote/${noteId}`,
        body: { noteDate, note },
        seen: maybe(version),
        model: (state, envelope) => editPhysicianNote(state, { ...envelope, noteId, noteDate, note }),
      };
    }),
    withNote(({ _id: noteId, version, userId }) => ({
      by: authorOf({ userId }),
      method: 'DELETE',
      path: `/api/physicNotes/deletePhysicNote/${noteId}`,
      seen: maybe(version),
      model: (state, envelope) => deletePhysicianNote(state, { ...envelope, noteId }),
    })),
    () => {
      const fields = pick([
        { admissionDetails: words() },
        { admissionDate: day() },
        { dischargeDate: calendarDate('2025-03-09'), dischargeStatus: pick([0, 5] as const) },
        { dischargeDate: null },
        { room: pick(['', '2']), bed: pick(['', '4', '5']) },
        { consultant: words(), workingDiagnosis: words() },
      ]);
      return {
        by: pharmacist(),
        method: 'PUT',
        path: `${inAdmission}/edit`,
        body: fields,
        seen: maybe(Math.floor(random() * newest)),
        model: (state, envelope) =>
          editAdmission(state, {
            ...envelope,
            admissionId,
            person: { birthdate: calendarDate('1960-02-29'), teamId: ward.team._id, hasOtherOpen: false },
            ...fields,
          }),
      };
    },
    () => ({
      by: pharmacist(),
      method: 'DELETE',
      path: inAdmission,
      model: (state, envelope) => deleteAdmission(state, { ...envelope, admissionId }),
    }),
    showImage,
    () => {
      const group = pick([...screen.groups.values()]);
      return group === undefined
        ? showImage()
        : {
            by: pharmacist(),
            method: 'DELETE',
            path: `${inAdmission}/gallery/${group._id}`,
            seen: maybe(group.version),
            model: (state, envelope) => removeGalleryGroup(state, { ...envelope, groupId: group._id }),
          };
    },
    prescribe,
    withMedication(({ _id: medicationId, version }) => {
      const changes = pick([{ dose: pick(['1 g', '3 g']) }, { stopDate: null }, { note: 'with food' }]);
      return {
        by: pharmacist(),
        method: 'PUT',
        path: `${inAdmission}/medications/${medicationId}`,
        body: changes,
        seen: maybe(version),
        model: (state, envelope) => updateMedication(state, { ...envelope, medicationId, changes }),
      };
    }),
    withMedication(({ _id: medicationId, version }) => {
      const stopDate = maybe(day());
      return {
        by: pharmacist(),
        method: 'POST',
        path: `${inAdmission}/medications/${medicationId}/stop`,
        body: { stopDate },
        seen: maybe(version),
        model: (state, envelope) => stopMedication(state, { ...envelope, medicationId, stopDate }),
      };
    }),
    withMedication(({ _id: medicationId, version }) => ({
      by: pharmacist(),
      method: 'DELETE',
      path: `${inAdmission}/medications/${medicationId}`,
      seen: maybe(version),
      model: (state, envelope) => deleteMedication(state, { ...envelope, medicationId }),
    })),
    withMedication(() => {
      const medicationIds = [...screen.medications.keys()].toSorted(() => random() - 0.5);
      return {
        by: pharmacist(),
        method: 'PUT',
        path: `${inAdmission}/medications/sort`,
        body: { ids: medicationIds },
        seen: maybe(Math.floor(random() * newest)),
        model: (state, envelope) => sortMedications(state, { ...envelope, admissionId, medicationIds }),
      };
    }),
  ];
  return {
    next: (): RandomCommand => pick(all)(),
    show: (command: RandomCommand, answer: object): void => show(screen, command, answer),
    /** One command in ten goes to both processes at once, with the same key; the others go to one of them. */
    processes: (): readonly number[] => (random() < 0.1 ? [0, 1] : [pick([0, 1])]),
  };
}

/** Puts an answer on the screens, and removes what was deleted. */
function show(screen: Screen, command: RandomCommand, answer: object): void {
  const kept = [
    [screen.reviews, 'drugErrs'],
    [screen.notes, 'noteDate'],
    [screen.groups, 'images'],
    [screen.medications, 'drugLabel'],
  ] as const;
  for (const [shelf, mark] of kept) {
    if (!(mark in answer) || !('_id' in answer)) continue;
    if (command.method === 'DELETE') shelf.delete(String(answer._id));
    else (shelf as Map<string, object>).set(String(answer._id), answer);
  }
}
