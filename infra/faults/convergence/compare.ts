/**
 * Compares what each client shows, what the server answers, and the log folded by the domain. All three must agree.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Admission, AdmissionMedication, DrugErr, PhysicianNote, Review } from 'command-api/contract/entities';
import type { OutgoingMove, ReviewEntry } from 'command-api/domain/admission/records';
import { evolve, initial, type Admission as Folded } from 'command-api/domain/admission/state';
import type { AdmissionEvent } from 'command-api/domain/admission/events';
import type { TransferOffer } from 'command-api/domain/admission/transfer';
import type { Recorded } from 'command-api/domain/command';
import { revisionToJson } from 'command-api/domain/values/revision';
import { groupBy } from 'service-kit/aggregates/group-by';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Intention, Refused } from './ledger.ts';
import { type Part, parts, type View } from './view.ts';

/** The part of a view that comes from this stream alone, without the names of people and of the patient. */
interface OfTheLog {
  details: Omit<Admission, 'patient' | 'team'>;
  reviews: Omit<Review, 'userEmail' | 'userName' | 'userPhone'>[];
  notes: Omit<PhysicianNote, 'userName' | 'userPhone'>[];
  medications: AdmissionMedication[];
}

const version = ({ version: touched }: { version: bigint }): number => revisionToJson(touched);
const byDate =
  <Item>(date: (item: Item) => string) =>
  (one: Item, other: Item): number =>
    date(one) < date(other) ? -1 : date(one) > date(other) ? 1 : 0;

/** By date, then in the order of writing, which a move to another chart keeps. */
const inOrderOfCare = <Item extends { readonly createdAt: string }>(
  items: readonly Item[],
  date: (item: Item) => string,
  id: (item: Item) => string,
): Item[] => items.toSorted(byDate((item) => `${date(item)} ${item.createdAt} ${id(item)}`));

/** The chart in the form of the contract, from its events. @throws Error if the admission does not exist */
export function foldedView(admissionId: string, events: readonly StoredEvent[]): OfTheLog {
  const state: Folded = events.reduce((before, event) => evolve(before, event as Recorded<AdmissionEvent>), initial);
  if (state.status === 'none' || state.status === 'deleted') throw new Error(`No admission ${admissionId} in the log`);
  const { patientId, offer, declined } = state;
  const discharge =
    state.status === 'discharged' ? state : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' };
  const entryOf = ({ entryId, touch, movedFrom, ...entry }: ReviewEntry): DrugErr => ({
    _id: entryId,
    ...entry,
    ...cameFrom(movedFrom),
    drugTags: [...entry.drugTags],
    version: version(touch),
  });
  return {
    details: {
      _id: admissionId,
      admissionDate: state.admissionDate,
      admissionDetails: state.admissionDetails,
      room: state.room,
      bed: state.bed,
      consultant: state.consultant,
      workingDiagnosis: state.workingDiagnosis,
      dischargeDate: discharge.dischargeDate,
      dischargeStatus: discharge.dischargeStatus,
      dischargeNote: discharge.dischargeNote,
      reviewsCount: state.reviews.length,
      notesCount: state.notes.length,
      gallery: state.gallery.map(({ groupId, title, images, authorId, createdAt, movedFrom }) => ({
        _id: groupId,
        title,
        images: images.map((image) => ({ image })),
        userId: authorId,
        createdAt,
        ...cameFrom(movedFrom),
      })),
      ...(offer ? { transfer: openTransfer(offer) } : {}),
      ...(declined ? { transferDeclined: declined } : {}),
      ...goneTo(state.moves),
      version: version(state.whole),
    },
    reviews: inOrderOfCare(
      state.reviews,
      ({ reviewDate }) => reviewDate,
      ({ reviewId }) => reviewId,
    ).map(
      ({
        reviewId,
        teamId,
        copiedFrom,
        authorId,
        createdAt,
        reviewDate,
        clinicalNote,
        entries,
        touch,
        whole,
        movedFrom,
      }) => ({
        _id: reviewId,
        ...(copiedFrom === undefined ? {} : { copiedFrom }),
        admission: admissionId,
        patient: patientId,
        team: teamId,
        reviewDate,
        clinicalNote,
        drugErrs: entries.map(entryOf),
        userId: authorId,
        createdAt,
        version: version(whole),
        headVersion: version(touch),
        ...cameFrom(movedFrom),
      }),
    ),
    notes: inOrderOfCare(
      state.notes,
      ({ noteDate }) => noteDate,
      ({ noteId }) => noteId,
    ).map(({ noteId, teamId, authorId, createdAt, noteDate, note, touch, movedFrom }) => ({
      _id: noteId,
      admissionId,
      patientId,
      teamId,
      noteDate,
      note,
      userId: authorId,
      createdAt,
      version: version(touch),
      ...cameFrom(movedFrom),
    })),
    medications: state.medications.map(({ medicationId, touch, ...medication }, index) => ({
      _id: medicationId,
      admission: admissionId,
      ...medication,
      order: index + 1,
      version: version(touch),
    })),
  };
}

const openTransfer = ({ offerId, toTeamId, ...offer }: TransferOffer): NonNullable<Admission['transfer']> => ({
  offer: offerId,
  toTeam: toTeamId,
  ...offer,
});

const cameFrom = (from: ReviewEntry['movedFrom']): { movedFrom?: NonNullable<DrugErr['movedFrom']> } => {
  if (!from) return {};
  const { moveId: move, admissionId: admission, id: thing, reviewId, reason, movedBy: userId, movedAt: at } = from;
  return {
    movedFrom: { move, admission, thing, ...(reviewId === null ? {} : { review: reviewId }), reason, userId, at },
  };
};
const goneTo = (moves: readonly OutgoingMove[]): { moves?: NonNullable<Admission['moves']> } => {
  const gone = moves
    .filter(({ progress }) => progress !== 'returned')
    .map(({ moveId, kind, id, reviewId, reason, touch, to, progress }) => ({
      _id: moveId,
      kind,
      thing: id,
      ...(reviewId === null ? {} : { review: reviewId }),
      reason,
      userId: touch.changedBy,
      at: touch.changedAt,
      to: { admission: to.admissionId, thing: to.id, ...(to.reviewId === null ? {} : { review: to.reviewId }) },
      ...(progress === 'under way' ? { underWay: true as const } : {}),
    }));
  return gone.length === 0 ? {} : { moves: gone };
};

/** The part of an answer that comes from the stream of the admission. */
function ofTheLog(view: View): Partial<OfTheLog> {
  const {
    patient: _patient,
    team: _team,
    patientDetails: _details,
    teamName: _name,
    alsoInBed: _neighbours,
    alsoOpen: _others,
    ...details
  } = view.details ?? { patient: '', team: '', patientDetails: undefined, teamName: '', alsoInBed: [], alsoOpen: [] };
  return {
    details: details as OfTheLog['details'],
    reviews: (view.reviews ?? []).map(
      ({ userEmail: _email, userName: _author, userPhone: _phone, ...review }) => review,
    ),
    notes: (view.notes ?? []).map(({ userName: _author, userPhone: _phone, ...note }) => note),
    medications: view.medications ?? [],
  };
}

/**
 * In the order of the screens: by date, and within one day in the order of the server. Without the patient's place in the
 * team, which changes when other patients leave: an open chart has it as it was read.
 */
export const asShown = (view: View): View => ({
  ...view,
  details: view.details && { ...view.details, patientDetails: { ...view.details.patientDetails, order: 0 } },
  reviews: view.reviews?.toSorted(byDate(({ reviewDate }) => reviewDate)),
  notes: view.notes?.toSorted(byDate(({ noteDate }) => noteDate)),
});

/** Ids and versions in their order, for the message of a difference: `3f2a@12[91bc@12 07de@9] …`. */
export function outlineOf(part: unknown): string {
  if (Array.isArray(part)) return part.map(outlineOf).join(' ');
  if (typeof part !== 'object' || part === null) return String(part);
  const { _id, version, ...others } = part as Record<string, unknown>;
  const lists = Object.values(others).filter(
    (value): value is object[] => Array.isArray(value) && value.some((item) => typeof item === 'object'),
  );
  return `${String(_id).slice(-4)}@${String(version)}${lists.map((list) => `[${outlineOf(list)}]`).join('')}`;
}

/** Where two answers first differ, for the message of a difference: `[3].drugErrs[0].rating: null and 4`. */
export function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isObject(one) || !isObject(other)) return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  const below = (key: string): string => (Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`);
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(Reflect.get(one, key), Reflect.get(other, key), below(key));
    if (found !== undefined) return found;
  }
  return `${path}: the order of keys or their types`;
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Which parts differ. */
export const differing = (one: Partial<Record<Part, unknown>>, other: Partial<Record<Part, unknown>>): Part[] =>
  parts.filter((part) => !isDeepStrictEqual(one[part], other[part]));
export const differingFromLog = (admissionId: string, view: View, events: readonly StoredEvent[]): Part[] =>
  isErased(events)
    ? parts.filter((part) => view[part] !== undefined)
    : differing(ofTheLog(view), foldedView(admissionId, events));

/** No event may follow an erasure. */
export const isErased = (events: readonly StoredEvent[]): boolean => events.at(-1)?.type === 'AdmissionErased';

/** Where the log contradicts the answers to the clients. */
export interface Broken {
  /** Acknowledged, but not in the log. */
  readonly lost: string[];
  /** One intention, twice in the log. */
  readonly doubled: string[];
  /** Refused, but in the log. */
  readonly refusedButWritten: string[];
  /** Acknowledged at a revision other than in the log. */
  readonly misplaced: string[];
}

const createsEntity = new Set([
  'ReviewAdded',
  'ReviewMedicationAdded',
  'PhysicianNoteAdded',
  'AdmissionMedicationAdded',
  'GalleryGroupAdded',
]);

/** The ids of what an event is about. */
const idsIn = ({ data }: StoredEvent): readonly unknown[] => {
  const { reviewId, entryId, entry, noteId, what } = data as Record<string, unknown> & {
    readonly entry?: { readonly entryId: string };
    readonly what?: { readonly id: string };
  };
  return [reviewId, entryId, entry?.entryId, noteId, what?.id].filter((id) => id !== undefined);
};
const takesAway = new Set(['ReviewDeleted', 'ReviewMedicationRemoved', 'PhysicianNoteDeleted', 'MovedToAnotherChart']);
/** Also from the team that wrote before a transfer. */
const takesAll = new Set(['AdmissionDeleted', 'AdmissionErased', 'TransferAccepted']);

/** Whether what a command has written, or the review that it is in, left the stream or its team afterwards. */
function isGoneAfter(events: readonly StoredEvent[], written: readonly bigint[]): boolean {
  const ids = events.filter(({ revision }) => written.includes(revision)).flatMap(idsIn);
  return events.some(
    (event) =>
      event.revision > (written.at(-1) ?? -1n) &&
      (takesAll.has(event.type) || (takesAway.has(event.type) && idsIn(event).some((id) => ids.includes(id)))),
  );
}

/**
 * A command whose answer was lost is sent again. Where its thing has gone meanwhile, the answer is 404, or 403 after a
 * transfer. A move that the other chart does not take is refused when it is back: both steps are in the log.
 */
/** The last revision of the command, or that of the step that ended the move that it began. */
function isAt(revision: number, events: readonly StoredEvent[], written: readonly bigint[]): boolean {
  const moves = movesBegunAt(events, written);
  const ends = events.filter((event) => movesIn([event], 'MoveCompleted').some((moveId) => moves.includes(moveId)));
  const lastOfEnds = ends.map(
    (end) => events.findLast(({ metadata }) => metadata.commandId === end.metadata.commandId)?.revision,
  );
  return [written.at(-1), ...lastOfEnds].some((one) => one !== undefined && revisionToJson(one) === revision);
}

function isWrittenAndRefused(refused: Refused, events: readonly StoredEvent[], written: readonly bigint[]): boolean {
  if (refused.status === 404 || refused.status === 403) return isGoneAfter(events, written);
  if (refused.reason !== 'move-returned') return false;
  const moves = movesBegunAt(events, written);
  return movesIn(events, 'MoveReturned').some((moveId) => moves.includes(moveId));
}

const movesIn = (events: readonly StoredEvent[], ...types: string[]): string[] =>
  events.filter(({ type }) => types.includes(type)).map(({ data }) => (data as { moveId: string }).moveId);

const movesBegunAt = (events: readonly StoredEvent[], written: readonly bigint[]): string[] =>
  movesIn(
    events.filter(({ revision }) => written.includes(revision)),
    'MovedToAnotherChart',
  );

/** The moves that have left a chart and are not at their end. What goes to the erasure of its chart is at its end. */
export function movesUnderWay(logs: ReadonlyMap<string, readonly StoredEvent[]>): readonly string[] {
  const all = [...logs.values()];
  const ended = new Set(movesIn(all.flat(), 'MovedFromAnotherChart', 'MoveReturned', 'MoveCompleted'));
  return all
    .filter((events) => !isErased(events))
    .flatMap((events) => movesIn(events, 'MovedToAnotherChart'))
    .filter((moveId) => !ended.has(moveId));
}

/** @param marks texts that occur once each in what the clients created */
export function brokenPromises(
  intentions: readonly Omit<Intention, 'sentAt' | 'answeredAt'>[],
  marks: readonly string[],
  logs: ReadonlyMap<string, readonly StoredEvent[]>,
): Broken {
  const broken: Broken = { lost: [], doubled: [], refusedButWritten: [], misplaced: [] };
  const byCommand = groupBy([...logs.values()].flat(), ({ metadata }) => metadata.commandId);
  for (const { commandId, what, admission, acknowledged, refused, mayChangeNothing } of intentions) {
    const ofCommand = byCommand.get(commandId);
    const written = ofCommand?.map(({ revision }) => revision);
    if (written?.some((revision, index) => revision !== (written[0] ?? 0n) + BigInt(index))) broken.doubled.push(what);
    const events = logs.get(`admission-${admission}`) ?? [];
    if (written && refused && !isWrittenAndRefused(refused, events, written))
      broken.refusedButWritten.push(
        `${[what, refused.status, refused.reason].join(' ').trim()}: ${ofCommand?.map(({ type }) => type).join(', ')} of admission-${admission}`,
      );
    if (!acknowledged) continue;
    if (!written && !mayChangeNothing) broken.lost.push(what);
    if (written && !isAt(acknowledged.revision, events, written)) broken.misplaced.push(what);
  }
  const made = [...logs.values()]
    .flat()
    .filter(({ type }) => createsEntity.has(type))
    .map(({ data }) => JSON.stringify(data));
  // What has left one chart is in the other, or back.
  for (const moveId of movesUnderWay(logs)) broken.lost.push(`the move ${moveId}`);
  for (const mark of marks) if (made.filter((text) => text.includes(mark)).length > 1) broken.doubled.push(mark);
  return broken;
}
