/**
 * Random edits of what a client's screen shows, and what the person does after a conflict.
 */
import type {
  Admission,
  AdmissionMedication,
  Answer,
  DrugErr,
  PhysicianNote,
  Review,
  SortedMedications,
} from 'command-api/contract/entities';
import { type DischargeStatus, isNoError, type Response, severities } from 'command-api/domain/values/codes';
import { nonEmpty, type Random } from '../../seed/random.ts';
import type { Command } from './calls.ts';
import type { Chart } from './chart.ts';
import type { TestTeam, Member } from './test-team.ts';
import { type Groups, merged } from './merge.ts';
import { withItem, withoutItem } from './view.ts';

export interface Edit {
  readonly what: string;
  readonly command: Command;
  /** A text of the created entity. It occurs once in the whole log. */
  readonly mark?: string;
  readonly mayChangeNothing: boolean;
  /** Shows the answer on the screen. */
  readonly show: (chart: Chart, answer: unknown) => void;
  /**
   * After a conflict: `merged`, both changes in one where they fit together, and `mine`, which overwrites the other.
   * Without this function the other change is kept.
   */
  readonly rebase?: (current: unknown) => { merged: Edit | undefined; mine: Edit };
}

/** What a random edit depends on. */
export interface EditContext {
  readonly team: TestTeam;
  readonly member: Member;
  readonly chart: Chart;
  readonly random: Random;
  /** A text that is unique to this edit. */
  readonly mark: string;
}

type Drawn = Edit | undefined;
type Draw = (context: EditContext) => Drawn;

const MOST_REVIEWS = 10;
const MOST_OF_A_KIND = 12;

const html = (text: string): string => `<p>${text}</p>`;
const oneOf = <Item>(random: Random, list: readonly Item[] | undefined): Item | undefined =>
  list === undefined || list.length === 0 ? undefined : random.pick(nonEmpty(list, 'thing'));

function withoutRevision<Entity>({
  stream: _stream,
  revision: _revision,
  ...entity
}: Answer<Entity>): Omit<Answer<Entity>, 'stream' | 'revision'> {
  return entity;
}
const showReview: Edit['show'] = (chart, answer) => {
  const review = answer as Answer<Review>;
  chart.answered(review.revision, 'reviews', (held) => withItem(held, withoutRevision(review)));
};
const forgetReview: Edit['show'] = (chart, answer) => {
  const { _id, revision } = answer as Answer<Review>;
  chart.answered(revision, 'reviews', (held) => withoutItem(held, _id));
};
const showNote: Edit['show'] = (chart, answer) => {
  const note = answer as Answer<PhysicianNote>;
  chart.answered(note.revision, 'notes', (held) => withItem(held, withoutRevision(note)));
};
const forgetNote: Edit['show'] = (chart, answer) => {
  const { _id, revision } = answer as Answer<PhysicianNote>;
  chart.answered(revision, 'notes', (held) => withoutItem(held, _id));
};
const showMedication: Edit['show'] = (chart, answer) => {
  const medication = answer as Answer<AdmissionMedication>;
  chart.answered(medication.revision, 'medications', (held) => withItem(held, withoutRevision(medication)));
};
const forgetMedication: Edit['show'] = (chart, answer) => {
  const { _id, revision } = answer as Answer<AdmissionMedication>;
  chart.answered(revision, 'medications', (held) => withoutItem(held, _id));
};
const showOrder: Edit['show'] = (chart, answer) => {
  const { medications, revision } = answer as Answer<SortedMedications>;
  chart.answered(revision, 'medications', () => medications);
};
/** The live note of the command makes the client read the details again. */
const showHead: Edit['show'] = (chart, answer) =>
  chart.answered((answer as Answer<Admission>).revision, 'details', (held) => held);

interface Change<Fields extends object> {
  readonly what: string;
  readonly show: Edit['show'];
  readonly groups: Groups<Fields>;
  readonly base: Fields;
  readonly version: number;
  readonly mine: Fields;
  /** A teammate may choose the same value. */
  readonly mayChangeNothing: boolean;
  /** Reads the entity of a conflict. */
  readonly read: (current: unknown) => { version: number; fields: Fields };
  readonly command: (fields: Fields) => Command;
}

function changing<Fields extends object>(change: Change<Fields>): Edit {
  const { what, show, groups, base, version, mine, mayChangeNothing } = change;
  return {
    what,
    show,
    mayChangeNothing,
    command: { ...change.command(mine), ifMatch: version },
    rebase(current) {
      const theirs = change.read(current);
      const onTheirs = (fields: Fields): Edit =>
        changing({
          ...change,
          base: theirs.fields,
          version: theirs.version,
          mine: fields,
          mayChangeNothing: mayChangeNothing || JSON.stringify(fields) === JSON.stringify(theirs.fields),
        });
      const both = merged(groups, base, mine, theirs.fields);
      return { merged: both && onTheirs(both), mine: onTheirs(mine) };
    },
  };
}

function removing(removal: { what: string; show: Edit['show']; version: number; command: Command }): Edit {
  const { what, show, version, command } = removal;
  return {
    what,
    show,
    mayChangeNothing: false,
    command: { ...command, ifMatch: version },
    rebase: (current) => ({
      merged: undefined,
      mine: removing({ ...removal, version: (current as { version: number }).version }),
    }),
  };
}

type EntryFields = Pick<DrugErr, 'errType' | 'errDrug' | 'errNote' | 'errRes' | 'errSeverity' | 'drugTags'>;
const entryFields = ({ errType, errDrug, errNote, errRes, errSeverity, drugTags }: DrugErr): EntryFields => ({
  errType,
  errDrug,
  errNote,
  errRes,
  errSeverity,
  drugTags,
});
const entryGroups: Groups<EntryFields> = [['errDrug', 'drugTags'], ['errType', 'errSeverity', 'errRes'], ['errNote']];

function typed({ team, random }: EditContext): Pick<EntryFields, 'errType' | 'errSeverity' | 'errRes'> {
  const errType = random.pick(nonEmpty(team.errorTypes, 'error type'));
  const [severity, response] = [random.pick(severities).code, random.between(1, 4) as Response];
  return isNoError(errType)
    ? { errType, errSeverity: null, errRes: null }
    : { errType, errSeverity: severity, errRes: random.chance(30) ? null : response };
}
const newEntry = (context: EditContext, text: string): EntryFields => ({
  ...typed(context),
  errDrug: context.random.pick(nonEmpty(context.team.drugs, 'drug')),
  errNote: html(text),
  drugTags: [],
});

const ownReview = (
  { chart, member, random }: EditContext,
  fits: (review: Review) => boolean = () => true,
): Review | undefined =>
  oneOf(
    random,
    chart.view.reviews?.filter((review) => review.userId === member.userId && fits(review)),
  );

const addReview: Draw = (context) => {
  const { chart, team, random, mark } = context;
  if ((chart.view.reviews?.length ?? 0) >= MOST_REVIEWS) return deleteReview(context);
  const drugErrs = Array.from({ length: random.between(0, 2) }, (_, index) =>
    newEntry(context, `entry ${index} of ${mark}`),
  );
  const body = { admissionId: chart.admission, reviewDate: team.today, clinicalNote: html(mark), drugErrs };
  return {
    what: 'AddReview',
    mark,
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: '/api/reviews/addReview', body },
  };
};

const duplicateReview: Draw = ({ chart, random }) => {
  const review = oneOf(random, chart.view.reviews);
  if (!review || (chart.view.reviews?.length ?? 0) >= MOST_REVIEWS) return undefined;
  return {
    what: 'DuplicateReview',
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: `/api/reviews/${review._id}/duplicate`, body: {} },
  };
};

const deleteReview: Draw = (context) => {
  const review = ownReview(context);
  return (
    review &&
    removing({
      what: 'DeleteReview',
      show: forgetReview,
      version: review.version,
      command: { method: 'DELETE', path: `/api/reviews/${review._id}` },
    })
  );
};

interface HeadFields {
  reviewDate: string;
  clinicalNote: string;
}
const editHead: Draw = (context) => {
  const review = ownReview(context);
  if (!review) return undefined;
  const fields = ({ reviewDate, clinicalNote }: Review): HeadFields => ({ reviewDate, clinicalNote });
  const patch = context.random.chance(40)
    ? { reviewDate: `2026-0${context.random.between(2, 9)}-1${context.random.between(0, 9)}` }
    : { clinicalNote: html(context.mark) };
  return changing<HeadFields>({
    what: 'EditReviewHead',
    show: showReview,
    groups: [['reviewDate'], ['clinicalNote']],
    base: fields(review),
    version: review.headVersion,
    mine: { ...fields(review), ...patch },
    mayChangeNothing: 'reviewDate' in patch,
    read: (current) => ({ version: (current as Review).headVersion, fields: fields(current as Review) }),
    command: (body) => ({ method: 'PUT', path: `/api/reviews/updateRevHead/${review._id}`, body }),
  });
};

const addEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length < MOST_OF_A_KIND);
  if (!review) return addReview(context);
  const body = { reviewId: review._id, drugErr: newEntry(context, context.mark) };
  return {
    what: 'AddReviewMedication',
    mark: context.mark,
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: `/api/reviews/addRevMed/${review._id}`, body },
  };
};

const updateEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length > 0);
  const entry = oneOf(context.random, review?.drugErrs);
  if (!review || !entry) return addEntry(context);
  const base = entryFields(entry);
  const changesNote = context.random.chance(40);
  const patch = changesNote
    ? { errNote: html(context.mark) }
    : context.random.chance(50)
      ? typed(context)
      : { errDrug: context.random.pick(nonEmpty(context.team.drugs, 'drug')) };
  return changing<EntryFields>({
    what: 'UpdateReviewMedication',
    show: showReview,
    groups: entryGroups,
    base,
    version: entry.version,
    mine: { ...base, ...patch },
    mayChangeNothing: !changesNote,
    read: (current) => ({ version: (current as DrugErr).version, fields: entryFields(current as DrugErr) }),
    command: (fields) => ({
      method: 'PUT',
      path: `/api/reviews/updateRevMed/${review._id}`,
      body: { reviewId: review._id, drugErr: { _id: entry._id, ...fields } },
    }),
  });
};

const removeEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length > 0);
  const entry = oneOf(context.random, review?.drugErrs);
  if (!review || !entry) return undefined;
  return removing({
    what: 'RemoveReviewMedication',
    show: showReview,
    version: entry.version,
    command: {
      method: 'POST',
      path: `/api/reviews/remRevMed/${review._id}`,
      body: { reviewId: review._id, drugErr: { _id: entry._id } },
    },
  });
};

const rate: Draw = ({ chart, random }) => {
  const review = oneOf(
    random,
    chart.view.reviews?.filter(({ drugErrs }) => drugErrs.length > 0),
  );
  const entry = oneOf(random, review?.drugErrs);
  if (!review || !entry) return undefined;
  return changing<Pick<DrugErr, 'rating'>>({
    what: 'RateError',
    show: showReview,
    groups: [['rating']],
    base: { rating: entry.rating },
    version: entry.version,
    mine: { rating: random.between(0, 10) / 2 },
    mayChangeNothing: true,
    read: (current) => ({ version: (current as DrugErr).version, fields: { rating: (current as DrugErr).rating } }),
    command: ({ rating }) => ({
      method: 'PUT',
      path: `/api/reviews/${review._id}/editRating`,
      body: { reviewId: review._id, errId: entry._id, rating },
    }),
  });
};

const ownNote = ({ chart, member, random }: EditContext): PhysicianNote | undefined =>
  oneOf(
    random,
    chart.view.notes?.filter(({ userId }) => userId === member.userId),
  );

const addNote: Draw = (context) => {
  const { chart, team, mark } = context;
  if ((chart.view.notes?.length ?? 0) >= MOST_OF_A_KIND) return deleteNote(context);
  const body = { admissionId: chart.admission, noteDate: team.today, note: html(mark) };
  return {
    what: 'AddPhysicianNote',
    mark,
    mayChangeNothing: false,
    show: showNote,
    command: { method: 'POST', path: '/api/physicNotes/addphysicNote', body },
  };
};

interface NoteFields {
  noteDate: string;
  note: string;
}
const editNote: Draw = (context) => {
  const note = ownNote(context);
  if (!note) return addNote(context);
  const fields = ({ noteDate, note: text }: PhysicianNote): NoteFields => ({ noteDate, note: text });
  const patch = context.random.chance(40)
    ? { noteDate: `2026-0${context.random.between(2, 9)}-1${context.random.between(0, 9)}` }
    : { note: html(context.mark) };
  return changing<NoteFields>({
    what: 'EditPhysicianNote',
    show: showNote,
    groups: [['noteDate'], ['note']],
    base: fields(note),
    version: note.version,
    mine: { ...fields(note), ...patch },
    mayChangeNothing: 'noteDate' in patch,
    read: (current) => ({ version: (current as PhysicianNote).version, fields: fields(current as PhysicianNote) }),
    command: (body) => ({ method: 'PUT', path: `/api/physicNotes/updatePhysicNote/${note._id}`, body }),
  });
};

const deleteNote: Draw = (context) => {
  const note = ownNote(context);
  return (
    note &&
    removing({
      what: 'DeletePhysicianNote',
      show: forgetNote,
      version: note.version,
      command: { method: 'DELETE', path: `/api/physicNotes/deletePhysicNote/${note._id}` },
    })
  );
};

type MedicationFields = Pick<
  AdmissionMedication,
  'drug' | 'dose' | 'route' | 'frequency' | 'startDate' | 'stopDate' | 'note'
>;
const medicationFields = ({
  drug,
  dose,
  route,
  frequency,
  startDate,
  stopDate,
  note,
}: AdmissionMedication): MedicationFields => ({ drug, dose, route, frequency, startDate, stopDate, note });
const medicationsOf = (chart: Chart): string => `/api/admissions/${chart.admission}/medications`;

const addMedication: Draw = (context) => {
  const { chart, team, random, mark } = context;
  if ((chart.view.medications?.length ?? 0) >= MOST_OF_A_KIND) return deleteMedication(context);
  const body = {
    drug: random.pick(nonEmpty(team.drugs, 'drug')),
    dose: '500 mg',
    route: 'oral',
    frequency: 'twice a day',
    startDate: '2026-02-01',
    note: mark,
  };
  return {
    what: 'AddAdmissionMedication',
    mark,
    mayChangeNothing: false,
    show: showMedication,
    command: { method: 'POST', path: medicationsOf(chart), body },
  };
};

const updateMedication: Draw = (context) => {
  const { chart, random, mark } = context;
  const medication = oneOf(random, chart.view.medications);
  if (!medication) return addMedication(context);
  const base = medicationFields(medication);
  const patch = random.weighted<Partial<MedicationFields>>([
    { value: { dose: `${random.between(1, 9)}00 mg` }, percent: 35 },
    { value: { frequency: `every ${random.between(4, 24)} h` }, percent: 30 },
    { value: { note: mark }, percent: 35 },
  ]);
  return changing<MedicationFields>({
    what: 'UpdateAdmissionMedication',
    show: showMedication,
    groups: [['drug'], ['dose', 'route'], ['frequency'], ['startDate', 'stopDate'], ['note']],
    base,
    version: medication.version,
    mine: { ...base, ...patch },
    mayChangeNothing: !('note' in patch),
    read: (current) => ({
      version: (current as AdmissionMedication).version,
      fields: medicationFields(current as AdmissionMedication),
    }),
    command: (body) => ({ method: 'PUT', path: `${medicationsOf(chart)}/${medication._id}`, body }),
  });
};

const stopMedication: Draw = ({ chart, random }) => {
  const medication = oneOf(random, chart.view.medications);
  if (!medication) return undefined;
  return changing<Pick<MedicationFields, 'stopDate'>>({
    what: 'StopAdmissionMedication',
    show: showMedication,
    groups: [['stopDate']],
    base: { stopDate: medication.stopDate },
    version: medication.version,
    mine: { stopDate: `2026-03-1${random.between(0, 9)}` },
    mayChangeNothing: true,
    read: (current) => ({
      version: (current as AdmissionMedication).version,
      fields: { stopDate: (current as AdmissionMedication).stopDate },
    }),
    command: (body) => ({ method: 'POST', path: `${medicationsOf(chart)}/${medication._id}/stop`, body }),
  });
};

const deleteMedication: Draw = ({ chart, random }) => {
  const medication = oneOf(random, chart.view.medications);
  return (
    medication &&
    removing({
      what: 'DeleteAdmissionMedication',
      show: forgetMedication,
      version: medication.version,
      command: { method: 'DELETE', path: `${medicationsOf(chart)}/${medication._id}` },
    })
  );
};

/** Based on the version of the admission: a client with an outdated list gets a conflict. */
const sortMedications: Draw = ({ chart, random }) => {
  const { details, medications } = chart.view;
  const [first, ...others] = medications ?? [];
  if (!details || !first || others.length === 0) return undefined;
  const place = random.between(1, others.length);
  const ids = [...others.slice(0, place), first, ...others.slice(place)].map(({ _id }) => _id);
  return {
    what: 'SortAdmissionMedications',
    mayChangeNothing: true,
    show: showOrder,
    command: { method: 'PUT', path: `${medicationsOf(chart)}/sort`, body: { ids }, ifMatch: details.version },
  };
};

type AdmissionFields = Pick<Admission, 'admissionDetails' | 'dischargeDate' | 'dischargeStatus' | 'dischargeNote'>;
const admissionFields = ({
  admissionDetails,
  dischargeDate,
  dischargeStatus,
  dischargeNote,
}: Admission): AdmissionFields => ({ admissionDetails, dischargeDate, dischargeStatus, dischargeNote });

const editingAdmission =
  (what: string, patchOf: (details: Admission, context: EditContext) => Partial<AdmissionFields>): Draw =>
  (context) => {
    const { details } = context.chart.view;
    if (!details) return undefined;
    const [base, patch] = [admissionFields(details), patchOf(details, context)];
    return changing<AdmissionFields>({
      what,
      show: showHead,
      groups: [['admissionDetails'], ['dischargeDate', 'dischargeStatus', 'dischargeNote']],
      base,
      version: details.version,
      mine: { ...base, ...patch },
      mayChangeNothing: !('admissionDetails' in patch),
      read: (current) => ({ version: (current as Admission).version, fields: admissionFields(current as Admission) }),
      command: (body) => ({ method: 'PUT', path: `/api/admissions/${context.chart.admission}/edit`, body }),
    });
  };
const editDetails = editingAdmission('EditAdmission', (_, { mark }) => ({ admissionDetails: html(mark) }));
/** Discharges, or cancels the discharge. */
const discharge = editingAdmission('EditAdmission (discharge)', ({ dischargeDate }, { team, random, mark }) =>
  dischargeDate === null
    ? { dischargeDate: team.today, dischargeStatus: random.between(0, 6) as DischargeStatus, dischargeNote: mark }
    : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' },
);

const addGroup: Draw = (context) => {
  const { chart, team, mark } = context;
  const image = team.admissions.find(({ id }) => id === chart.admission)?.image;
  if ((chart.view.details?.gallery.length ?? 0) >= MOST_OF_A_KIND) return removeGroup(context);
  return {
    what: 'AddGalleryGroup',
    mark,
    mayChangeNothing: false,
    show: showHead,
    command: {
      method: 'POST',
      path: `/api/admissions/${chart.admission}/gallery`,
      body: { title: mark, images: [{ image }] },
    },
  };
};

const removeGroup: Draw = ({ chart, random }) => {
  const { details } = chart.view;
  const group = oneOf(random, details?.gallery);
  if (!details || !group) return undefined;
  return removing({
    what: 'RemoveGalleryGroup',
    show: showHead,
    version: details.version,
    command: { method: 'DELETE', path: `/api/admissions/${chart.admission}/gallery/${group._id}` },
  });
};

const pharmacistEdits: readonly [{ value: Draw; percent: number }, ...{ value: Draw; percent: number }[]] = [
  { value: addReview, percent: 6 },
  { value: duplicateReview, percent: 2 },
  { value: deleteReview, percent: 3 },
  { value: editHead, percent: 9 },
  { value: addEntry, percent: 14 },
  { value: updateEntry, percent: 20 },
  { value: removeEntry, percent: 5 },
  { value: addMedication, percent: 7 },
  { value: updateMedication, percent: 12 },
  { value: stopMedication, percent: 4 },
  { value: deleteMedication, percent: 4 },
  { value: sortMedications, percent: 3 },
  { value: editDetails, percent: 4 },
  { value: discharge, percent: 3 },
  { value: addGroup, percent: 3 },
  { value: removeGroup, percent: 1 },
];
const physicianEdits: typeof pharmacistEdits = [
  { value: addNote, percent: 35 },
  { value: editNote, percent: 50 },
  { value: deleteNote, percent: 15 },
];
const adminEdits: typeof pharmacistEdits = [
  { value: rate, percent: 50 },
  ...pharmacistEdits.map(({ value, percent }) => ({ value, percent: percent / 2 })),
];

/** Undefined where the screen shows nothing to edit. */
export function drawEdit(context: EditContext): Edit | undefined {
  const draws = { admin: adminEdits, pharmacist: pharmacistEdits, physician: physicianEdits }[context.member.role];
  return context.random.weighted(draws)(context);
}
