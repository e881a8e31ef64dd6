/** For specs: a sender of HL7 messages, as an interface engine is one. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createFramer, framed } from '../feeds/hl7/framer.ts';
import { parseMessage } from '../feeds/hl7/message.ts';

export interface Sender {
  /** @returns MSA-1 and MSA-3 of the answer */
  send(text: string): Promise<string>;
  /** Does not wait for answers. */
  write(bytes: Buffer): void;
  /** The next answer. */
  answer(): Promise<string>;
  readonly socket: Socket;
  close(): void;
}

/**
 * Waits until the port is open.
 * @param ca PEM: the port speaks TLS with this certificate
 */
export async function openSender(port: number, ca?: string): Promise<Sender> {
  const plain = await connected(port);
  const socket = ca === undefined ? plain : connectTls({ socket: plain, ca, servername: 'localhost' });
  const framer = createFramer(1024 * 1024);
  const answers: string[] = [];
  const waiting: ((answer: string | Error) => void)[] = [];
  const tell = (answer: string): void => {
    const next = waiting.shift();
    if (next) next(answer);
    else answers.push(answer);
  };
  socket.on('data', (chunk) => {
    for (const frame of framer.push(chunk)) {
      const text = frame.kind === 'message' ? frame.bytes.toString('utf8') : '';
      const msa = parseMessage(text)?.segment('MSA');
      tell(`${msa?.text(1)} ${msa?.text(3)}`.trim());
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => waiting.splice(0).forEach((refuse) => refuse(new Error('closed'))));
  const answer = () =>
    new Promise<string>((done, fail) => {
      const known = answers.shift();
      if (known !== undefined) return done(known);
      if (socket.closed) return fail(new Error('closed'));
      waiting.push((next) => (next instanceof Error ? fail(next) : done(next)));
    });
  return {
    socket,
    answer,
    write: (bytes) => void socket.write(bytes),
    async send(text) {
      if (socket.closed) throw new Error('closed');
      socket.write(framed(Buffer.from(text)));
      return answer();
    },
    close: () => socket.destroy(),
  };
}

async function connected(port: number): Promise<Socket> {
  for (let attempt = 0; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    if (isOpen) return socket;
    if (attempt === 300) throw new Error(`nothing listens at port ${port}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

let controlId = 0;

export interface Told {
  readonly number?: string;
  readonly name?: string;
  readonly birth?: string;
  readonly location?: string;
  readonly class?: string;
  /** HHMM of 2 March 2025, in the hospital's time zone. */
  readonly at?: string;
  readonly controlId?: string;
  readonly doctor?: string;
  readonly admitted?: string;
  readonly discharged?: string;
  readonly status?: string;
  readonly merged?: string;
  /** HHMM of the sample of results. */
  readonly sampled?: string;
}

/** A message of 2 March 2025. */
export function adt(trigger: string, told: Told = {}): string {
  const { number = '11', name = 'Hassan^Mona', birth = '19600229', location = 'ICU^12^A', at = '1000' } = told;
  const id = told.controlId ?? `c${(controlId += 1)}`;
  const visit = Array.from({ length: 45 }, () => '');
  visit[1] = told.class ?? 'I';
  visit[2] = location;
  visit[6] = told.doctor ?? '';
  visit[35] = told.status ?? '';
  visit[43] = told.admitted ?? '';
  visit[44] = told.discharged ?? '';
  return [
    `MSH|^~\\&|HIS|MAIN|PHARM|H|20250302${at}00||ADT^${trigger}|${id}|P|2.5`,
    `EVN|${trigger}|20250302${at}00`,
    `PID|1||${number}^^^HOSP^MR||${name}||${birth}|F`,
    ...(told.merged === undefined ? [] : [`MRG|${told.merged}^^^HOSP^MR`]),
    `PV1|1|${visit.slice(1).join('|')}`,
  ].join('\r');
}

/** Each value is `code|value|unit`, or with `|status` behind it. */
export function oru(
  values: readonly string[],
  { number = '11', at = '1000', sampled = '0800', controlId: given }: Told = {},
): string {
  return [
    `MSH|^~\\&|LIS|MAIN|PHARM|H|20250302${at}00||ORU^R01|${given ?? `c${(controlId += 1)}`}|P|2.5`,
    `PID|1||${number}^^^HOSP^MR`,
    `OBR|1|p${sampled}|f${sampled}|CHEM|||20250302${sampled}`,
    ...values.map((value, place) => {
      const [code, number_, unit = '', status = 'F'] = value.split('|');
      return `OBX|${place + 1}|NM|${code}||${number_}|${unit}|||||${status}`;
    }),
  ].join('\r');
}
