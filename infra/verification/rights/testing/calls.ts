/** Calls to the running product: a request over HTTP, or a message of a live connection, with its answer. */
import { io } from 'socket.io-client';

export const TIMEOUT_MS = 20_000;

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
  /** The headers without `date`, which changes each second. */
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
): Promise<CallAnswer> {
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
    headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')),
  };
}

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export function pictureForm(): FormData {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'wound.png');
  return form;
}

export function tableForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['MRN,Name\n1207,Mona\n']), 'patients.csv');
  return form;
}

/** The content of a message, without the thing that it names. */
const contents: Readonly<Record<string, object>> = {
  'presence:touch': { target: 'admission', mode: 'viewing' },
  seen: { revision: 0 },
};

/**
 * Sends a message on a new connection, and returns its outcome as a status of the table.
 * @param path `connect`, or an event and the placeholder of its thing, such as `watch {team}`
 */
export async function message(
  url: string,
  token: string | undefined,
  path: string,
  placeholder: (name: string) => Promise<string>,
): Promise<CallAnswer> {
  const [event = '', braced] = path.split(' ');
  const socket = io(url, {
    auth: token === undefined ? {} : { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const answered = (status: number, body: object): CallAnswer => ({ status, text: JSON.stringify(body), headers: {} });
  try {
    const refusal = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', (error) => resolve(error.message));
    });
    if (refusal !== undefined) return answered(401, { message: refusal });
    if (braced === undefined) return answered(200, {});
    const kind = braced.slice(1, -1);
    const subject = { [kind]: await placeholder(kind) };
    const limited = socket.timeout(TIMEOUT_MS);
    const watched = (await limited.emitWithAck('watch', subject)) as { ok: boolean };
    const result =
      event === 'watch'
        ? watched
        : ((await limited.emitWithAck(event, { ...subject, ...contents[event] })) as { ok: boolean });
    return answered(result.ok ? 200 : 404, result);
  } finally {
    socket.close();
  }
}
