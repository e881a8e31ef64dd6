/** For specs of screens: the real routes in the real frame, with a server that answers from a table. */
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Problem } from 'language/contract/entities';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { routes, withErrorElement } from '../app/router.tsx';
import { system } from '../components/theme/system.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import type { SessionUser } from '../platform/session/session.machine.ts';
import { watchInput } from '../platform/last-input.ts';
import { session } from '../platform/session/session.ts';
import { setSignInWays } from '../platform/session/sign-in-ways.ts';
import { setTimeZone, timeZone } from '../platform/time/dates.ts';

// As `GET /api/config/` says by default.
setSignInWays({ localAccounts: true, singleSignOn: undefined });

export interface Sent {
  /** Such as `GET /api/users/me`. */
  call: string;
  search: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}
/** An object is the body of an answer with status 200. A `Response` is returned unchanged. */
type Reply = object | ((sent: Sent) => object | Promise<object>);

export const mona: SessionUser = { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };

/** A refusal. `reason` is optional for specs that do not depend on it. */
export const refusal = (status: number, problem: Omit<Problem, 'reason'> & Partial<Problem>): Response =>
  new Response(JSON.stringify(problem), { status });

/** The hospital's time zone until the end of the test. */
export function inTimeZone(zone: string): void {
  const before = timeZone();
  setTimeZone(zone);
  onTestFinished(() => setTimeZone(before));
}

/** The print dialog of the browser, which does not open, until the end of the test. */
export function printDialog() {
  const dialog = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => dialog.mockRestore());
  return dialog;
}

/** The server until the end of the test. Other calls get 404. @returns the requests in their order */
export function serve(replies: Record<string, Reply>): Sent[] {
  const sent: Sent[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const asked: Sent = {
      call: `${init?.method ?? 'GET'} ${pathname}`,
      search: Object.fromEntries(searchParams),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(asked);
    const reply = replies[asked.call];
    const answer =
      typeof reply === 'function' && !(reply instanceof Response)
        ? await (reply as (one: Sent) => object | Promise<object>)(asked)
        : reply;
    if (answer === undefined) return refusal(404, { message: 'Not found', code: 'notFound' });
    return answer instanceof Response ? answer.clone() : new Response(JSON.stringify(answer));
  };
  onTestFinished(() => {
    globalThis.fetch = realFetch;
  });
  return sent;
}

export const commandsOf = (sent: readonly Sent[]): Sent[] => sent.filter(({ call }) => !call.startsWith('GET'));

/** Opens an address, signed in as a person or as a visitor. */
export function visit(path: string, { as, also = [] }: { as?: SessionUser; also?: RouteObject[] } = {}) {
  queryClient.clear();
  // A person opens the page.
  watchInput();
  window.dispatchEvent(new Event('pointermove'));
  session.send(as ? { type: 'signedUp', user: as } : { type: 'otherTab', user: undefined });
  onTestFinished(() => session.send({ type: 'otherTab', user: undefined }));
  const [shell] = routes;
  const router = createMemoryRouter(
    [{ ...shell, children: [withErrorElement(also), ...(shell?.children ?? [])] } as RouteObject],
    { initialEntries: [path] },
  );
  return {
    ...render(
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>,
    ),
    router,
    user: userEvent.setup(),
  };
}
