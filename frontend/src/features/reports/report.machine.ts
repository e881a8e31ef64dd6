/**
 * The report screen: choosing → request (counting beside making) → success, printed from there. The form is locked from
 * the request until Clear Form, so that the report always matches the form. Newer figures are read on request. The
 * report stays until they are there, and where they cannot be read.
 */
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import type { Report } from './api.ts';
import { type CompleteCriteria, isComplete, noCriteria, type ReportCriteria } from './report-criteria.ts';

/** A date is typed digit by digit: `2026-03-1` may become `2026-03-12`. */
const SETTLED_MS = 600;

interface Context {
  criteria: ReportCriteria;
  /** The number of reviews in the period, once it is known. */
  total: number | undefined;
  report: Report | undefined;
  error: ApiError | undefined;
}
const blank: Omit<Context, 'criteria'> = { total: undefined, report: undefined, error: undefined };

export const reportMachine = setup({
  types: {
    context: {} as Context,
    input: {} as ReportCriteria,
    events: {} as
      | { type: 'set'; patch: Partial<ReportCriteria> }
      | { type: 'retry' }
      | { type: 'clear' }
      | { type: 'reopen'; patch: Partial<ReportCriteria> }
      | { type: 'refresh' }
      | { type: 'print' }
      | { type: 'printed' },
    tags: {} as 'locked' | 'busy',
  },
  actors: {
    count: fromPromise<number | undefined, CompleteCriteria>(() => Promise.reject(new Error('provided by the screen'))),
    make: fromPromise<Report, CompleteCriteria>(() => Promise.reject(new Error('provided by the screen'))),
  },
  guards: { isComplete: ({ context }) => isComplete(context.criteria) },
  delays: { settled: SETTLED_MS },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...blank, criteria: input }),
  initial: 'opened',
  on: { clear: { target: '.choosing', actions: assign({ ...blank, criteria: noCriteria }) } },
  states: {
    // The criteria of a link are not typed: its report is requested at once.
    opened: { always: [{ guard: 'isComplete', target: 'request' }, { target: 'choosing' }] },
    choosing: {
      on: {
        set: {
          target: '.open',
          actions: assign(({ context, event }) => ({ ...blank, criteria: { ...context.criteria, ...event.patch } })),
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
          // The report does not wait for the count.
          states: {
            on: {
              invoke: {
                src: 'count',
                input: ({ context }) => context.criteria as CompleteCriteria,
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
            input: ({ context }) => context.criteria as CompleteCriteria,
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
      // Opens the form for one more criterion and keeps the others.
      on: {
        reopen: {
          target: '#report.choosing',
          actions: assign(({ context, event }) => ({ ...blank, criteria: { ...context.criteria, ...event.patch } })),
        },
      },
      states: {
        screen: { on: { print: 'printing', refresh: 'refreshing' } },
        printing: { on: { printed: 'screen' } },
        refreshing: {
          entry: assign({ error: undefined }),
          invoke: {
            src: 'make',
            input: ({ context }) => context.criteria as CompleteCriteria,
            onDone: { target: 'screen', actions: assign({ report: ({ event }) => event.output }) },
            onError: { target: 'screen', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
          },
        },
      },
    },
  },
});
