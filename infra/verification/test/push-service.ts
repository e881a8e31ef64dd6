/**
 * A push service for a real Chromium, on this machine: what Google's does for a browser and for the senders of pushes. The
 * browser registers (check-in and registration over HTTP), keeps a connection open (MCS: length-delimited protobuf over
 * TLS) and decrypts what arrives there. A program of the product reaches it in place of the host of the endpoints.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { makeServerCertificate } from '../../runtime/certificates/make-certificate.ts';

/** Chromium's name for the push service. Google Chrome has another one for the same service. */
const HOST = 'jmt17.google.com';
const LIFE_MS = 24 * 60 * 60_000;

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Encrypted (RFC 8291). */
  readonly body: Buffer;
}
export interface PushService {
  /** Arguments of the browser. */
  readonly args: readonly string[];
  /** Environment of the product. */
  readonly env: Readonly<Record<string, string>>;
  /** In the order of their arrival. Each is handed to the browser. */
  readonly received: readonly ReceivedPush[];
  stop(): Promise<void>;
}

/** For one browser with one subscription. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  let registration = new URLSearchParams();
  const now = Date.now();
  const { key, certificate } = await makeServerCertificate(['localhost'], {
    from: new Date(now - LIFE_MS),
    until: new Date(now + LIFE_MS),
  });
  let browser: TLSSocket | undefined;
  let undelivered: Buffer[] = [];
  /** A push that comes while the browser connects waits for it. */
  const deliver = (): void => {
    if (!browser) return;
    for (const message of undelivered) browser.write(message);
    undelivered = [];
  };
  const messages = createTlsServer({ key, cert: certificate }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => (browser = browser === socket ? undefined : browser));
    socket.once('data', () => {
      socket.write(Buffer.concat([Buffer.of(VERSION), packet(LOGIN_RESPONSE, text(1, 'chrome'))]));
      browser = socket;
      deliver();
    });
  });
  const requests = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? '';
    switch (path) {
      case '/checkin':
        return response.end(checkedIn);
      case '/register': {
        const asked = new URLSearchParams(body.toString());
        if (asked.has('X-subtype')) registration = asked;
        return response.end('token=a-token');
      }
      default:
        received.push({ path, headers: request.headers, body });
        undelivered.push(dataMessage(registration, received.length, body));
        deliver();
        return response.writeHead(201).end();
    }
  });
  const [port, messagePort] = await Promise.all([listen(requests), listen(messages)]);
  const url = `http://127.0.0.1:${port}`;
  return {
    args: [
      `--gcm-checkin-url=${url}/checkin`,
      `--gcm-registration-url=${url}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${messagePort}/`,
      '--ignore-certificate-errors',
    ],
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(redirect(port))}` },
    received,
    async stop() {
      browser?.destroy();
      requests.closeAllConnections();
      await Promise.all([requests, messages].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Loaded into the programs of the product: a connection to the push service leads here, without TLS. */
const redirect = (port: number): string => `
import net from 'node:net';
import tls from 'node:tls';
import { syncBuiltinESMExports } from 'node:module';
const { connect } = tls;
tls.connect = (...given) => (given[0]?.host === '${HOST}' ? net.connect(${port}, '127.0.0.1') : connect(...given));
syncBuiltinESMExports();`;

/** `mcs.proto` and `android_checkin.proto` of Chromium have the numbers of the fields. */
const VERSION = 41;
const LOGIN_RESPONSE = 3;
const DATA_MESSAGE = 8;

function varint(value: number): Buffer {
  const low = value & 0x7f;
  const rest = value >>> 7;
  return rest === 0 ? Buffer.of(low) : Buffer.concat([Buffer.of(low | 0x80), varint(rest)]);
}
function text(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}
const packet = (tag: number, message: Buffer): Buffer =>
  Buffer.concat([Buffer.of(tag), varint(message.length), message]);

/** `stats_ok`, `android_id` and `security_token`. */
const checkedIn = Buffer.from([0x08, 1, 0x39, 1, 0, 0, 0, 0, 0, 0, 0, 0x41, 2, 0, 0, 0, 0, 0, 0, 0]);

function dataMessage(registration: URLSearchParams, number: number, body: Buffer): Buffer {
  const [from, category, subtype] = ['sender', 'app', 'X-subtype'].map((name) => registration.get(name) ?? '');
  const data = (name: string, value: string): Buffer => text(7, Buffer.concat([text(1, name), text(2, value)]));
  return packet(
    DATA_MESSAGE,
    Buffer.concat([
      text(3, from ?? ''),
      text(5, category ?? ''),
      data('subtype', subtype ?? ''),
      data('content-encoding', 'aes128gcm'),
      text(9, `push-${number}`),
      text(21, body),
    ]),
  );
}
