import { call as callOf, type FileOf, type Query } from 'language/contract/calls/call';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, createApi, type ApiSettings, type VersionedCache } from './api.ts';
import { idleMs } from '../last-input.ts';

const answer = (status: number, body: unknown): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });
function client(reply: () => Response | Promise<Response>, settings: Partial<ApiSettings> = {}) {
  const requests: { url: URL; init: RequestInit; headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    requests.push({ url: new URL(String(input)), init, headers: new Headers(init.headers) });
    return reply();
  };
  return {
    requests,
    call: createApi({
      base: 'https://hospital.test',
      proof: () => ({ token: 'secret' }),
      onSessionEnd: () => undefined,
      fetch,
      ...settings,
    }),
  };
}
const getReviews = callOf<'members of the team', string[], Query<'firstName' | 'birthdate' | 'pageNumber'>>()(
  'GET',
  '/api/teams/:team/reviews/:id',
);
const rename = callOf<"the team's admin", { stream: string; revision: number }, { name: string }>()(
  'PUT',
  '/api/teams/:id',
);

test('path parameters are encoded, empty query values are left out', async () => {
  const { requests, call } = client(() => answer(200, []));
  await call(getReviews, {
    params: { team: 'a/b', id: 'ü' },
    query: { firstName: 'محمد', birthdate: '', pageNumber: 2 },
  });
  expect(requests[0]?.url.pathname).toBe('/api/teams/a%2Fb/reviews/%C3%BC');
  expect([...requests[0]!.url.searchParams.keys()]).toEqual(['firstName', 'pageNumber']);
});

test('a call a minute after the last input says that the page made it by itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { requests, call } = client(() => answer(200, []));
  const read = () => call(getReviews, { params: { team: '1', id: '2' } });
  const lastInput = Date.now() - idleMs();
  vi.setSystemTime(lastInput);
  await read();
  vi.setSystemTime(lastInput + 59_000);
  await read();
  vi.setSystemTime(lastInput + 61_000);
  await read();
  await call(rename, { params: { id: '1' }, body: { name: 'ICU' } });
  expect(requests.map(({ headers }) => headers.get('x-unattended'))).toEqual([null, null, 'true', 'true']);
});

test('a command sends token, team, base version and idempotency key; a read sends X-Read-After instead', async () => {
  const { requests, call } = client(() => answer(200, {}), { readAfter: () => 'team-1@7' });
  await call(rename, { params: { id: '1' }, team: '1', ifVersion: 4, idempotencyKey: 'key-1', body: { name: 'ICU' } });
  await call(getReviews, { params: { team: '1', id: '2' } });
  const [command, read] = requests.map(({ headers }) => Object.fromEntries(headers));
  expect(command).toMatchObject({
    authorization: 'bearer secret',
    team: '1',
    'if-match': '4',
    'idempotency-key': 'key-1',
    'content-type': 'application/json',
  });
  expect(command).not.toHaveProperty('x-read-after');
  expect(read).toMatchObject({ 'x-read-after': 'team-1@7' });
  expect(read).not.toHaveProperty('idempotency-key');
});

test('a page whose session is a cookie names the session, and asks for the cookie when it signs in', async () => {
  const { requests, call } = client(() => answer(200, {}), { proof: () => ({ sessionId: 's-1' }) });
  await call(rename, { params: { id: '1' }, body: { name: 'ICU' } });
  await call(callOf<'everybody', object, object>()('POST', '/api/users/login', { beginsSession: true }), { body: {} });
  const sent = requests.map(({ headers }) => [headers.get('x-session'), headers.get('authorization')]);
  expect(sent).toEqual([
    ['s-1', null],
    ['new', null],
  ]);
});

test('a file is returned as a blob; its error is parsed like any other', async () => {
  const file = callOf<'members of the team', FileOf<'text/csv'>>()('GET', '/api/export.csv', { isFile: true });
  const { call } = client(() => new Response('a;b'));
  expect(await (await call(file, {})).text()).toBe('a;b');
  const refused = client(() => answer(403, { message: 'Only the admin of the team', code: 'forbidden' }));
  await expect(refused.call(file, {})).rejects.toMatchObject({ status: 403, message: 'Only the admin of the team' });
});

test('a cached answer is requested with its version and returned while the server says it is current', async () => {
  const store: { held?: { version: string; body: string[] } } = {};
  const cache: VersionedCache<string[]> = {
    get: () => store.held,
    set: (version, body) => {
      store.held = { version, body };
    },
  };
  const replies = [
    new Response('["a"]', { headers: { etag: '"1"' } }),
    new Response(null, { status: 304, headers: { etag: '"1"' } }),
    new Response('["a","b"]', { headers: { etag: '"2"' } }),
    answer(500, {}),
  ];
  const { requests, call } = client(() => replies.shift()!);
  const ask = () => call(getReviews, { params: { team: '1', id: '2' }, cache });
  expect([await ask(), await ask(), await ask()]).toEqual([['a'], ['a'], ['a', 'b']]);
  await expect(ask()).rejects.toThrow('Unexpected Error');
  expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"', '"1"', '"2"']);
  expect(store.held).toEqual({ version: '"2"', body: ['a', 'b'] });
});

test('an answer that arrives after a sign-out is not cached', async () => {
  const set = vi.fn();
  let proof: { token: string } | undefined = { token: 'secret' };
  const { call } = client(
    () => {
      proof = undefined;
      return new Response('["a"]', { headers: { etag: '"1"' } });
    },
    { proof: () => proof },
  );
  expect(await call(getReviews, { params: { team: '1', id: '2' }, cache: { get: () => undefined, set } })).toEqual([
    'a',
  ]);
  expect(set).not.toHaveBeenCalled();
});

test('onWritten is called with the stream and revision of a command', async () => {
  const onWritten = vi.fn();
  const { call } = client(() => answer(201, { _id: '1', stream: 'team-1', revision: 3 }), { onWritten });
  await call(rename, { params: { id: '1' }, body: { name: 'ICU' } });
  expect(onWritten).toHaveBeenCalledWith(expect.objectContaining({ stream: 'team-1', revision: 3 }));
});

test('an error has the server’s message, fields and reason; any other failure has the generic text', async () => {
  const full = client(() =>
    answer(409, {
      message: 'A team has at most 500 members',
      code: 'conflict',
      reason: 'too-many-members',
      values: { limit: 500 },
    }),
  );
  await expect(full.call(rename, { params: { id: '1' }, body: { name: 'x' } })).rejects.toMatchObject({
    reason: 'too-many-members',
    values: { limit: 500 },
  });
  const refused = client(() =>
    answer(400, { message: 'Some fields are wrong', code: 'invalid', fields: { name: 'Team name is required' } }),
  );
  await expect(refused.call(rename, { params: { id: '1' }, body: { name: '' } })).rejects.toMatchObject({
    status: 400,
    message: 'Some fields are wrong',
    code: 'invalid',
    fields: { name: 'Team name is required' },
  });
  const gateway = client(() => new Response('<html>', { status: 502 }));
  await expect(gateway.call(getReviews, { params: { team: '1', id: '2' } })).rejects.toMatchObject({
    status: 502,
    message: 'Unexpected Error',
    isTransient: true,
    reason: undefined,
  });
});

test('a missing answer is status 0, and an abort stays an abort', async () => {
  const unreachable = client(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(unreachable.call(getReviews, { params: { team: '1', id: '2' } })).rejects.toMatchObject({
    status: 0,
    message: 'No connection to the server',
    isTransient: true,
  });
  const abort = new AbortController();
  const stopped = client(() => {
    abort.abort();
    return Promise.reject(abort.signal.reason as Error);
  });
  await expect(
    stopped.call(getReviews, { params: { team: '1', id: '2' }, signal: abort.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
});

test('a failed token, known by its reason, ends the session of the call but not a newer one', async () => {
  const failed = { message: 'Please sign in again', code: 'unauthorized', reason: 'token-failed' };
  const ended = vi.fn();
  await expect(
    client(() => answer(401, failed), { onSessionEnd: ended }).call(getReviews, { params: { team: '1', id: '2' } }),
  ).rejects.toBeInstanceOf(ApiError);
  expect(ended).toHaveBeenCalledOnce();
  let token = 'old';
  const late = client(
    () => {
      token = 'new';
      return answer(401, failed);
    },
    { proof: () => ({ token }), onSessionEnd: ended },
  );
  await expect(late.call(getReviews, { params: { team: '1', id: '2' } })).rejects.toBeInstanceOf(ApiError);
  const wrongLogin = { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'wrong-login' };
  const other = client(() => answer(401, wrongLogin), { onSessionEnd: ended });
  await expect(other.call(getReviews, { params: { team: '1', id: '2' } })).rejects.toMatchObject({
    endsSession: false,
  });
  expect(ended).toHaveBeenCalledOnce();
});

test('a conflict has the current entity and who changed it', async () => {
  const { call } = client(() =>
    answer(409, {
      message: 'Somebody changed this',
      code: 'conflict',
      reason: 'changed-since',
      current: { version: 5 },
      changedBy: { userId: 'u', name: 'Mona' },
    }),
  );
  const error = await call(rename, { params: { id: '1' }, body: { name: 'x' } }).catch(ApiError.from);
  expect(error).toMatchObject({ conflict: { current: { version: 5 }, changedBy: { name: 'Mona' } } });
});

test('a truncated answer or an HTML page with status 200 is an unknown outcome and can be retried', async () => {
  const onWritten = vi.fn();
  for (const body of ['{"_id":"1","stream":"team-1","revi', '<html>Sign in to the network</html>', '']) {
    const { call } = client(() => new Response(body, { status: 200 }), { onWritten });
    await expect(call(rename, { params: { id: '1' }, body: { name: 'ICU' } })).rejects.toMatchObject({
      status: 0,
      isTransient: true,
      message: 'The answer of the server was incomplete',
    });
  }
  expect(onWritten).not.toHaveBeenCalled();
  await expect(
    client(() => new Response(null, { status: 204 })).call(rename, { params: { id: '1' }, body: { name: 'ICU' } }),
  ).resolves.toBeUndefined();
});

test('onRead says whether a read is stale, also for a cached answer; it is not called for a command', async () => {
  const onRead = vi.fn();
  const stale = { headers: { 'x-stale': 'true' } };
  const cache: VersionedCache<string[]> = { get: () => ({ version: '"1"', body: [] }), set: () => undefined };
  const replies = [
    new Response('[]', stale),
    new Response(null, { status: 304, ...stale }),
    new Response('[]'),
    new Response('{"message":"Not found","code":"notFound"}', { status: 404, ...stale }),
    new Response('{}', stale),
  ];
  const { call } = client(() => replies.shift()!, { onRead });
  for (let requests = 0; requests < 3; requests += 1) await call(getReviews, { params: { team: '1', id: '2' }, cache });
  await expect(call(getReviews, { params: { team: '1', id: '2' } })).rejects.toMatchObject({ status: 404 });
  await call(rename, { params: { id: '1' }, body: { name: 'ICU' } });
  expect(onRead.mock.calls).toEqual([true, true, false, true].map((behind) => ['/api/teams/1/reviews/2', behind]));
});

test('a call that needs a fresh proof is repeated after it, as the same command', async () => {
  const needed = { message: 'Please confirm that it is you', code: 'forbidden', reason: 'proof-needed' };
  const replies = [answer(403, needed), answer(200, { _id: '1' })];
  const askForProof = vi.fn(async () => true);
  const { requests, call } = client(() => replies.shift()!, { askForProof });
  await call(rename, { params: { id: '1' }, body: { name: 'ICU' }, ifVersion: 3 });
  expect(askForProof).toHaveBeenCalledOnce();
  const [first, second] = requests.map(({ headers, init }) => [...headers, init.body]);
  expect(second).toEqual(first);
});

test('without a proof the call is refused, and a second refusal asks no second time', async () => {
  const needed = { message: 'Please confirm that it is you', code: 'forbidden', reason: 'proof-needed' };
  for (const isProved of [false, true]) {
    const askForProof = vi.fn(async () => isProved);
    const { requests, call } = client(() => answer(403, needed), { askForProof });
    await expect(call(rename, { params: { id: '1' }, body: { name: 'ICU' } })).rejects.toMatchObject({
      reason: 'proof-needed',
    });
    expect([askForProof.mock.calls.length, requests.length]).toEqual([1, isProved ? 2 : 1]);
  }
});
