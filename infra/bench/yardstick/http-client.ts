/** A client that costs little beside what it measures: Node's own, with connections that stay open. */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 600 });

export interface Answered {
  /** Until the whole answer is here. */
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
  readonly text: string;
}

export interface Call {
  readonly token: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Whether the answer's text is kept. */
  readonly keeps?: boolean;
}

/** @throws the error of a lost connection; never for a status */
export function call(
  base: string,
  path: string,
  { token, method = 'GET', headers, body, keeps = false }: Call,
): Promise<Answered> {
  const sent = performance.now();
  return new Promise((resolve, reject) => {
    const message = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const outgoing = request(
      new URL(path, base),
      {
        agent,
        method,
        headers: {
          authorization: `bearer ${token}`,
          ...(message && { 'content-type': 'application/json', 'content-length': message.length }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (keeps) parts.push(part);
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            ms: performance.now() - sent,
            bytes,
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(message);
  });
}

/** @throws Error for any answer but 2xx, with its text */
export async function get(base: string, path: string, token: string): Promise<Answered> {
  const answered = await call(base, path, { token });
  if (answered.status < 300) return answered;
  const { text } = await call(base, path, { token, keeps: true });
  throw new Error(`${path}: ${answered.status} ${text}`);
}

export async function getJson<Answer>(base: string, path: string, token: string): Promise<Answer> {
  const { status, text } = await call(base, path, { token, keeps: true });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** With an idempotency key. @throws Error for any answer but 2xx */
export async function send<Answer>(
  base: string,
  path: string,
  { token, method = 'POST', key, body }: { token: string; method?: 'POST' | 'PUT'; key: string; body: object },
): Promise<{ ms: number; answer: Answer }> {
  const { ms, status, text } = await call(base, path, {
    token,
    method,
    headers: { 'idempotency-key': key },
    body,
    keeps: true,
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return { ms, answer: JSON.parse(text) as Answer };
}

export const closeConnections = (): void => agent.destroy();
