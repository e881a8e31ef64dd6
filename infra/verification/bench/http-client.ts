/** A client that costs little beside what it measures: Node's own, with connections that stay open. */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 600 });

interface Answered {
  /** Until the whole answer is here. */
  readonly ms: number;
  readonly bytes: number;
  /** Empty unless it is kept. */
  readonly text: string;
}

interface Call {
  readonly token: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** The idempotency key of a command. */
  readonly key?: string;
  readonly body?: object;
  /** A file of a million lines fits into no text. */
  readonly keeps?: boolean;
}

/** @throws Error for any answer but 2xx, with its text; the error of a lost connection */
function call(
  base: string,
  path: string,
  { token, method = 'GET', key, body, keeps = false }: Call,
): Promise<Answered> {
  const sent = performance.now();
  const message = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, base),
      {
        agent,
        method,
        headers: {
          authorization: `bearer ${token}`,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(message && { 'content-type': 'application/json', 'content-length': message.length }),
        },
      },
      (answer) => {
        const { statusCode = 0 } = answer;
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (keeps || statusCode >= 300) parts.push(part);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const ms = performance.now() - sent;
          const text = Buffer.concat(parts).toString();
          if (statusCode < 300) resolve({ ms, bytes, text });
          else reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(message);
  });
}

export const get = (base: string, path: string, token: string): Promise<Answered> => call(base, path, { token });

/** A read, or a command with its key. */
export async function callJson<Answer>(
  base: string,
  path: string,
  asked: Omit<Call, 'keeps'>,
): Promise<{ ms: number; answer: Answer }> {
  const { ms, text } = await call(base, path, { ...asked, keeps: true });
  return { ms, answer: JSON.parse(text) as Answer };
}

export const closeConnections = (): void => agent.destroy();
