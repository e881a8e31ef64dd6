/**
 * What every editor of something saved does alike, whatever it edits: where it begins, what it does with a refused
 * save, and how a conflict ends. The names are those of the actions and guards that each machine's `setup` provides.
 */

/** A refused save, as the actions and guards are given it. */
export interface Refusal {
  error: unknown;
}
const refusal = ({ event }: { event: Refusal }): Refusal => ({ error: event.error });

/** Taking up a draft whose base has moved begins with the comparison. */
export const deciding = {
  always: [
    { guard: 'hasTheirs', target: 'conflict' },
    { guard: 'isNew', target: 'editing' },
    { guard: 'unchanged', target: 'viewing' },
    { target: 'editing' },
  ],
} as const;

export const onRefused = [
  // Nobody's change is lost by putting them together: it is done, and said.
  {
    guard: { type: 'isMergeable', params: refusal },
    target: 'saving',
    reenter: true,
    actions: { type: 'merge', params: refusal },
  },
  {
    guard: { type: 'isConflict', params: refusal },
    target: 'conflict',
    actions: { type: 'holdConflict', params: refusal },
  },
  { target: 'editing', actions: { type: 'holdError', params: refusal } },
] as const;

/** Of what goes through the queue: where the network is away it waits there, and the editor lets go of it. */
export const onNotAnswered = [{ guard: { type: 'isQueued', params: refusal }, target: 'gone' }, ...onRefused] as const;
/** Deleted meanwhile: what was typed may be added again. */
export const onGone = { guard: { type: 'isGone', params: refusal }, target: 'editing', actions: 'orphan' } as const;

export const inConflict = {
  tags: ['open', 'unsaved'],
  on: {
    keepMine: { target: 'saving', actions: 'keepOverTheirs' },
    // What only I changed is not thrown away with it.
    takeTheirs: [
      { guard: 'leavesMine', target: 'editing', actions: 'yieldToTheirs' },
      { target: 'viewing', actions: 'standOnTheirs' },
    ],
    goOn: { target: 'editing', actions: 'forgetError' },
    remote: { guard: 'isNewer', actions: 'holdTheirs' },
  },
} as const;
