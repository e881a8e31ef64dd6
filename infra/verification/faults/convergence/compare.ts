/**
 * The three states of a chart, which must agree: what each client shows, what the server answers, and the log, folded and
 * rendered as the write side answers it. The server's answers are made from rows, by other code.
 */
import { isDeepStrictEqual } from 'node:util';
import { renderAdmission, renderMedications } from 'language/contract/render/admissions';
import type { People } from 'language/contract/render/people';
import { renderNote } from 'language/contract/render/physician-notes';
import { renderReview } from 'language/contract/render/reviews';
import type { AdmissionEvent } from 'language/domain/admission/events';
import { admitted } from 'language/domain/admission/lookup';
import { type Admission, evolve, initial } from 'language/domain/admission/state';
import type { Recorded } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { type Part, parts, type View } from './view.ts';

type Parts = Readonly<Partial<Record<Part, unknown>>>;

/** The names of people come from other streams. */
const unnamed: People = { folds: { user: { loadRecent: async () => ({ status: 'none' }) } } };

const byText =
  <Item>(text: (item: Item) => string) =>
  (one: Item, other: Item): number =>
    text(one) < text(other) ? -1 : Number(text(one) > text(other));

/** By date, then in the order of writing, which a move to another chart keeps. */
const inOrderOfCare = <Item extends { readonly createdAt?: string | undefined; readonly _id: string }>(
  items: readonly Item[],
  date: (item: Item) => string,
): Item[] => items.toSorted(byText((item) => `${date(item)} ${item.createdAt} ${item._id}`));

/** The chart in the form of the contract, from its events. @throws Rejection if the admission does not exist */
export async function foldedView(id: string, events: readonly StoredEvent[]): Promise<Parts> {
  const state = events.reduce<Admission>((before, event) => evolve(before, event as Recorded<AdmissionEvent>), initial);
  const { reviews, notes } = admitted(state);
  const [rendered, renderedNotes] = await Promise.all([
    Promise.all(reviews.map(({ reviewId }) => renderReview(unnamed, id, state, reviewId))),
    Promise.all(notes.map(({ noteId }) => renderNote(unnamed, id, state, noteId))),
  ]);
  return {
    details: renderAdmission(id, state),
    reviews: inOrderOfCare(rendered, ({ reviewDate }) => reviewDate),
    notes: inOrderOfCare(renderedNotes, ({ noteDate }) => noteDate),
    medications: renderMedications(id, state),
  };
}

/** Names of people and teams, the patient and their other admissions come from other streams. */
const authors: readonly string[] = ['userEmail', 'userName', 'userPhone'];
const surroundings: readonly string[] = ['patient', 'team', 'patientDetails', 'teamName', 'alsoInBed', 'alsoOpen'];
const without = (names: readonly string[], thing: unknown): unknown =>
  Object.fromEntries(Object.entries(thing ?? {}).filter(([name]) => !names.includes(name)));
const ofTheLog = ({ details, reviews = [], notes = [], medications = [] }: Parts): Parts => ({
  details: without(surroundings, details),
  reviews: (reviews as readonly unknown[]).map((review) => without(authors, review)),
  notes: (notes as readonly unknown[]).map((note) => without(authors, note)),
  medications,
});

/**
 * In the order of the screens: by date, and within one day in the order of the server. Without the patient's place in the
 * team, which changes when other patients leave: an open chart has it as it was read.
 */
export const asShown = (view: View): View => ({
  ...view,
  details: view.details && { ...view.details, patientDetails: { ...view.details.patientDetails, order: 0 } },
  reviews: view.reviews?.toSorted(byText(({ reviewDate }) => reviewDate)),
  notes: view.notes?.toSorted(byText(({ noteDate }) => noteDate)),
});

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

/** The parts that differ, each with its first difference. */
export const differing = (one: Parts, other: Parts): string[] =>
  parts.flatMap((part) => {
    const difference = firstDifference(one[part], other[part]);
    return difference === undefined ? [] : [`${part}${difference}`];
  });

/** The parts in which the answers differ from the events. Of an erased admission each part that is answered. */
export const differingFromLog = async (id: string, view: View, events: readonly StoredEvent[]): Promise<string[]> =>
  isErased(events)
    ? parts.filter((part) => view[part] !== undefined)
    : differing(ofTheLog(view), ofTheLog(await foldedView(id, events)));

/** No event may follow an erasure. */
export const isErased = (events: readonly StoredEvent[]): boolean => events.at(-1)?.type === 'AdmissionErased';
