/**
 * The report screen: choosing → request (counting beside making) → success, printed from there. The form is locked from
 * the request until Clear Form: what stands on the screen is always what the form says. Newer figures take its place
 * when the person asks for them; until they are there, and where they cannot be had, what stands there stays.
 */
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import type { Report } from './api.ts';
import { isComplete, nothingAsked, type Ask, type CompleteAsk } from './ask.ts';

/** A date is typed digit by digit, and most of its beginnings are dates too. */
const SETTLED_MS = 600;

interface Context {
  ask: Ask;
  /** How many reviews the report looks at, once that is known. */
  total: number | undefined;
  report: Report | undefined;
  error: ApiError | undefined;
}
const blank: Omit<Context, 'ask'> = { total: undefined, report: undefined, error: undefined };

export const reportMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Ask,
    events: {} as
      | { type: 'set'; patch: Partial<Ask> }
      | { type: 'retry' }
      | { type: 'clear' }
      | { type: 'reopen'; patch: Partial<Ask> }
      | { type: 'refresh' }
      | { type: 'print' }
      | { type: 'printed' },
    tags: {} as 'locked' | 'busy',
  },
  actors: {
    count: fromPromise<number | undefined, CompleteAsk>(() => Promise.reject(new Error('provided by the screen'))),
    make: fromPromise<Report, CompleteAsk>(() => Promise.reject(new Error('provided by the screen'))),
  },
  guards: { isComplete: ({ context }) => isComplete(context.ask) },
  delays: { settled: SETTLED_MS },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...blank, ask: input }),
  initial: 'choosing',
  on: { clear: { target: '.choosing', actions: assign({ ...blank, ask: nothingAsked }) } },
  states: {
    choosing: {
      on: {
        set: {
          target: '.open',
          actions: assign(({ context, event }) => ({ ...blank, ask: { ...context.ask, ...event.patch } })),
        },
      },
      initial: 'open',
      states: {
        open: { always: { guard: 'isComplete', target: 'settling' } },
        settling: { after: { settled: '#report.request' } },
        failed: { on: { retry: { guard: 'isComplete', target: '#report.request' } } },
      },
    },
    request: {
      tags: ['busy', 'locked'],
      entry: assign(blank),
      type: 'parallel',
      states: {
        counting: {
          initial: 'on',
          // The report does not wait for its count, nor does it need it.
          states: {
            on: {
              invoke: {
                src: 'count',
                input: ({ context }) => context.ask as CompleteAsk,
                onDone: { target: 'off', actions: assign({ total: ({ event }) => event.output }) },
                onError: 'off',
              },
            },
            off: {},
          },
        },
        making: {
          invoke: {
            src: 'make',
            input: ({ context }) => context.ask as CompleteAsk,
            onDone: { target: '#report.success', actions: assign({ report: ({ event }) => event.output }) },
            onError: {
              target: '#report.choosing.failed',
              actions: assign({ error: ({ event }) => ApiError.from(event.error) }),
            },
          },
        },
      },
    },
    success: {
      tags: 'locked',
      initial: 'screen',
      // For one thing more to be said of it: what was chosen stays.
      on: {
        reopen: {
          target: '#report.choosing',
          actions: assign(({ context, event }) => ({ ...blank, ask: { ...context.ask, ...event.patch } })),
        },
      },
      states: {
        screen: { on: { print: 'printing', refresh: 'refreshing' } },
        printing: { on: { printed: 'screen' } },
        refreshing: {
          entry: assign({ error: undefined }),
          invoke: {
            src: 'make',
            input: ({ context }) => context.ask as CompleteAsk,
            onDone: { target: 'screen', actions: assign({ report: ({ event }) => event.output }) },
            onError: { target: 'screen', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
          },
        },
      },
    },
  },
});
