/** Random moves of an entry, a review or a note to another chart, beside edits of the same things. */
import { showHead } from './admission.ts';
import { type EditContext, type Draw, html, oneOf } from './edit.ts';

type Moved = { readonly kind: string; readonly id: string; readonly reviewId?: string };

/** Teammates' edits of the same thing come before it, and are moved with it, or are refused. */
function moving(context: EditContext, moved: Moved | undefined, version: number | undefined): ReturnType<Draw> {
  const { chart, team, random, mark } = context;
  const target = oneOf(
    random,
    team.admissions.filter(({ id }) => id !== chart.admission),
  );
  if (!moved || version === undefined || !target) return undefined;
  return {
    what: 'MoveRecord',
    mayChangeNothing: false,
    // The live notes of both charts make the clients read them again.
    show: showHead,
    command: {
      method: 'POST',
      path: `/api/admissions/${chart.admission}/moves`,
      body: { ...moved, toAdmission: target.id, reason: html(mark).slice(0, 100) },
      ifMatch: version,
    },
  };
}

const own = <Item extends { readonly userId: string }>(
  { member }: EditContext,
  items: readonly Item[] | undefined,
): readonly Item[] | undefined => items?.filter(({ userId }) => userId === member.userId);

export const moveEntry: Draw = (context) => {
  const review = oneOf(
    context.random,
    own(context, context.chart.view.reviews)?.filter(({ drugErrs }) => drugErrs.length > 0),
  );
  const entry = oneOf(context.random, review?.drugErrs);
  return moving(context, review && entry && { kind: 'entry', id: entry._id, reviewId: review._id }, entry?.version);
};
export const moveReview: Draw = (context) => {
  const review = oneOf(context.random, own(context, context.chart.view.reviews));
  return moving(context, review && { kind: 'review', id: review._id }, review?.version);
};
export const moveNote: Draw = (context) => {
  const note = oneOf(context.random, own(context, context.chart.view.notes));
  return moving(context, note && { kind: 'note', id: note._id }, note?.version);
};
