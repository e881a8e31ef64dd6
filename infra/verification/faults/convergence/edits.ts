/** Random edits of what a client's screen shows, by the role of its person. */
import type { Erasure } from 'language/contract/erasures';
import type { IncomingTransfer } from 'language/contract/transfers';
import { type Choices, type CommandName, drawCommand } from 'language/domain/testing/admission-commands';
import { nonEmpty, type Random } from 'language/domain/testing/random';
import { addDays } from 'language/domain/values/calendar-date';
import { requestOf, seenOn } from 'command-api/testing/admission-requests';
import type { Command } from './calls.ts';
import type { Chart } from './chart.ts';
import { IMAGE, type Member, type TestTeam } from './test-team.ts';

/** A read before the command, which depends on it. */
export interface Look {
  readonly look: string;
  /** @returns undefined where there is nothing to do */
  readonly command: (seen: unknown) => Command | undefined;
}

export interface Edit {
  readonly what: string;
  readonly command: Command | Look;
  /** A teammate may have made the same change before. */
  readonly mayChangeNothing: boolean;
}

/** A random edit depends on these. */
export interface EditContext {
  readonly team: TestTeam;
  readonly member: Member;
  readonly chart: Chart;
  /** The open offers to the person's team. */
  readonly incoming: readonly IncomingTransfer[];
  readonly random: Random;
  /** A text that is unique to this edit. */
  readonly mark: string;
}
/** Undefined where the screen shows nothing to edit. */
type Draw = (context: EditContext) => Edit | undefined;

const LAST_DAYS = 20;
/** Two people may do the same. */
const mayRepeat: readonly CommandName[] = [
  'EditAdmission',
  'TakeOverEntry',
  'RecordResponse',
  'RateError',
  'SetFollowUpDate',
  'StopAdmissionMedication',
  'SortAdmissionMedications',
];

const choicesOf = ({ team, member, random, mark }: EditContext): Choices => {
  const named = (ids: readonly string[]) =>
    nonEmpty(
      ids.map((id) => ({ id, label: '' })),
      'id',
    );
  return {
    random,
    text: () => mark,
    day: () => addDays(team.today, -random.between(0, LAST_DAYS)),
    today: team.today,
    errorTypes: named(team.errorTypes),
    drugs: named(team.drugs),
    tags: [],
    images: [IMAGE],
    isOwn: (authorId) => authorId === member.userId,
  };
};

const onChart =
  (name: CommandName): Draw =>
  (context) => {
    const { chart, mark } = context;
    const { details, reviews = [], notes = [], medications = [] } = chart.view;
    if (!details) return undefined;
    const { version } = details;
    const head = { id: chart.admission, version, isDischarged: details.dischargeDate !== null };
    const groups = details.gallery.map(({ _id }) => ({ _id, version }));
    const drawn = drawCommand(
      name,
      seenOn(head, { reviews, notes, groups, medications, measurements: [], homeMedications: [] }),
      choicesOf(context),
    );
    if (!drawn) return undefined;
    const command = requestOf(chart.admission, drawn);
    return {
      what: name,
      command,
      // A text of its own always changes something.
      mayChangeNothing: mayRepeat.includes(name) && !JSON.stringify(command.body).includes(mark),
    };
  };

/** Moves something of the person to another chart. Teammates' edits of it come before it, and are moved with it or refused. */
const moving =
  (kind: 'entry' | 'review' | 'note'): Draw =>
  ({ chart, team, member, random, mark }) => {
    const isOwn = ({ userId }: { readonly userId: string }): boolean => userId === member.userId;
    const [reviews, notes] = [(chart.view.reviews ?? []).filter(isOwn), (chart.view.notes ?? []).filter(isOwn)];
    const entries = reviews.flatMap(({ _id: reviewId, drugErrs }) => drugErrs.map((entry) => ({ ...entry, reviewId })));
    const things: readonly { readonly _id: string; readonly version: number; readonly reviewId?: string }[] = {
      entry: entries,
      review: reviews,
      note: notes,
    }[kind];
    const targets = team.admissions.filter(({ id }) => id !== chart.admission);
    if (things.length === 0 || targets.length === 0) return undefined;
    const target = random.pick(nonEmpty(targets, 'chart'));
    const { _id: id, version, reviewId } = random.pick(nonEmpty(things, 'thing'));
    return {
      what: 'MoveRecord',
      mayChangeNothing: false,
      command: {
        method: 'POST',
        path: `/api/admissions/${chart.admission}/moves`,
        body: { kind, id, ...(reviewId !== undefined && { reviewId }), toAdmission: target.id, reason: mark },
        ifMatch: version,
      },
    };
  };

/** The team of the chart offers it to the other team. */
const offerTransfer: Draw = ({ chart, team, member, mark }) => {
  const { details } = chart.view;
  if (!details || details.transfer || details.dischargeDate !== null) return undefined;
  const toTeam = member.team === team.otherTeam ? team.id : team.otherTeam;
  const path = `/api/admissions/${chart.admission}/transfer`;
  return {
    what: 'OfferTransfer',
    mayChangeNothing: false,
    command: { method: 'POST', path, body: { toTeam, note: mark } },
  };
};

/** A teammate may have answered or withdrawn the same offer. The chart of an offer is not shown before it is accepted. */
const endingTransfer =
  (what: string, word: string, more: (mark: string) => object = () => ({})): Draw =>
  ({ chart, incoming, mark }) => {
    const { admission, view } = chart;
    const offer = view.details?.transfer?.offer ?? incoming.find((one) => one.admission === admission)?.offer;
    if (offer === undefined) return undefined;
    const path = `/api/admissions/${admission}/transfer/${word}`;
    return { what, mayChangeNothing: true, command: { method: 'PUT', path, body: { offer, ...more(mark) } } };
  };

/** After a look at the patient's page, as the screen needs it: one has asked or not, who, and the version. */
const onErasure =
  (what: string, command: (path: string, seen: Erasure, me: string, mark: string) => Command | undefined): Draw =>
  ({ chart, team, member, mark }) => {
    const isErasable = team.admissions.find(({ id }) => id === chart.admission)?.isErasable === true;
    const patient = chart.view.details?.patient;
    if (!isErasable || patient === undefined) return undefined;
    const path = `/api/patients/${patient}/erasure`;
    const look = { look: path, command: (seen: unknown) => command(path, seen as Erasure, member.userId, mark) };
    return { what, mayChangeNothing: false, command: look };
  };
const isOpen = ({ request }: Erasure): boolean => request !== null && request.refused === undefined;
const askErasure = onErasure('RequestErasure', (path, _, _me, reason) => ({
  method: 'POST',
  path,
  body: { category: 'wish', reason },
}));
/** A change between the look and the agreement is a conflict. */
const agreeToErasure = onErasure('AgreeToErasure', (path, seen, me) =>
  isOpen(seen) && seen.request?.requestedBy !== me
    ? { method: 'PUT', path: `${path}/agree`, body: {}, ifMatch: seen.version }
    : undefined,
);
const refuseErasure = onErasure('RefuseErasure', (path, seen) =>
  isOpen(seen) ? { method: 'PUT', path: `${path}/refuse`, body: {} } : undefined,
);
const withdrawErasure = onErasure('WithdrawErasure', (path, seen, me) =>
  isOpen(seen) && seen.request?.requestedBy === me ? { method: 'DELETE', path } : undefined,
);

interface Share {
  readonly value: Draw;
  readonly percent: number;
}
type Shares = readonly [Share, ...Share[]];
const pharmacist: Shares = [
  { value: onChart('AddReview'), percent: 6 },
  { value: onChart('DuplicateReview'), percent: 2 },
  { value: onChart('DeleteReview'), percent: 3 },
  { value: onChart('EditReviewHead'), percent: 9 },
  { value: onChart('AddReviewMedication'), percent: 12 },
  { value: onChart('UpdateReviewMedication'), percent: 14 },
  { value: onChart('RemoveReviewMedication'), percent: 5 },
  { value: onChart('SetFollowUpDate'), percent: 2 },
  { value: onChart('TakeOverEntry'), percent: 2 },
  { value: onChart('RecordResponse'), percent: 3 },
  { value: moving('entry'), percent: 2 },
  { value: moving('review'), percent: 1 },
  { value: onChart('AddAdmissionMedication'), percent: 7 },
  { value: onChart('UpdateAdmissionMedication'), percent: 12 },
  { value: onChart('StopAdmissionMedication'), percent: 4 },
  { value: onChart('DeleteAdmissionMedication'), percent: 4 },
  { value: onChart('SortAdmissionMedications'), percent: 3 },
  { value: onChart('EditAdmission'), percent: 7 },
  { value: onChart('AddGalleryGroup'), percent: 3 },
  { value: onChart('RemoveGalleryGroup'), percent: 1 },
  { value: offerTransfer, percent: 5 },
  { value: endingTransfer('WithdrawTransfer', 'withdraw'), percent: 1 },
  { value: askErasure, percent: 1 },
  { value: withdrawErasure, percent: 0.5 },
];
const byRole: Readonly<Record<Member['role'], Shares>> = {
  pharmacist,
  physician: [
    { value: onChart('AddPhysicianNote'), percent: 35 },
    { value: onChart('EditPhysicianNote'), percent: 48 },
    { value: onChart('DeletePhysicianNote'), percent: 14 },
    { value: moving('note'), percent: 3 },
  ],
  admin: [
    { value: onChart('RateError'), percent: 45 },
    { value: agreeToErasure, percent: 4 },
    { value: refuseErasure, percent: 1 },
    ...pharmacist.map(({ value, percent }) => ({ value, percent: percent / 2 })),
  ],
};
/** For a chart that the screen does not show: a transfer of it may be offered. */
const answersToOffers: Shares = [
  { value: endingTransfer('AcceptTransfer', 'accept'), percent: 85 },
  { value: endingTransfer('DeclineTransfer', 'decline', (reason) => ({ reason })), percent: 15 },
];

export const drawEdit: Draw = (context) => {
  const { chart, member, random } = context;
  if (chart.isShown) return random.weighted(byRole[member.role])(context);
  return member.role === 'physician' ? undefined : random.weighted(answersToOffers)(context);
};
