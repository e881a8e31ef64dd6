/** How the product is asked: one request over HTTP, or one message of a live connection, with its answer. */
import { io } from 'socket.io-client';

export const PATIENCE_MS = 20_000;

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Without the date, which differs from one second to the next. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: object | undefined;
}

export async function call(
  url: string,
  method: string,
  path: string,
  { token, headers = {}, body }: Call,
): Promise<Answered> {
  const form = body instanceof FormData ? body : undefined;
  const answer = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `bearer ${token}` }),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date')),
  };
}

/** The smallest picture there is. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function pictureForm(): FormData {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'wound.png');
  return form;
}

/** What a message says beside the thing that it is about. */
const words: Readonly<Record<string, object>> = {
  'presence:touch': { target: 'admission', mode: 'viewing' },
  seen: { revision: 0 },
};

/**
 * One message on a connection of its own, with its outcome as a status of the table.
 * @param path `connect`, or an event and the thing that it names, such as `watch {team}`
 */
export async function message(
  url: string,
  token: string | undefined,
  path: string,
  the: (name: string) => Promise<string>,
): Promise<Answered> {
  const [event = '', braced] = path.split(' ');
  const socket = io(url, {
    auth: token === undefined ? {} : { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const answered = (status: number, said: object): Answered => ({ status, text: JSON.stringify(said), headers: {} });
  try {
    const refusal = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', (error) => resolve(error.message));
    });
    if (refusal !== undefined) return answered(401, { message: refusal });
    if (braced === undefined) return answered(200, {});
    const kind = braced.slice(1, -1);
    const what = { [kind]: await the(kind) };
    const patiently = socket.timeout(PATIENCE_MS);
    const watched = (await patiently.emitWithAck('watch', what)) as { ok: boolean };
    const said =
      event === 'watch'
        ? watched
        : ((await patiently.emitWithAck(event, { ...what, ...words[event] })) as { ok: boolean });
    return answered(said.ok ? 200 : 404, said);
  } finally {
    socket.close();
  }
}
