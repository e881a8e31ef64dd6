/**
 * Waits until the product is ready: `node ready.mjs --settings FILE --within SECONDS [--pid PID | --unit UNIT]`. Prints
 * what a person should know of the read models. Exit code 1 with a sentence when it is not ready in time, or when the
 * process or unit has ended.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';

const POLL_MS = 200;
const ANSWER_MS = 5_000;

const { values } = parseArgs({
  options: {
    settings: { type: 'string' },
    within: { type: 'string', default: '0' },
    pid: { type: 'string' },
    unit: { type: 'string' },
  },
});
const { HOST, PORT = '8080', TLS_CERT } = parseEnv(readFileSync(values.settings, 'utf8'));
const host = !HOST || HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;

/** The body of /api/ready, with its status; undefined without an answer. The certificate is not for this address. */
const ask = () =>
  new Promise((resolve) => {
    const options = {
      host,
      port: PORT,
      path: '/api/ready',
      agent: false,
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
    };
    const request = (TLS_CERT ? https : http).get(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });

function hasEnded() {
  if (values.pid) {
    try {
      process.kill(Number(values.pid), 0);
      // A child that its shell has not waited for is a zombie.
      return /^State:\s+Z/m.test(readFileSync(`/proc/${values.pid}/status`, 'utf8'));
    } catch {
      return true;
    }
  }
  if (!values.unit) return false;
  try {
    execFileSync('systemctl', ['is-failed', '--quiet', values.unit]);
    return true;
  } catch {
    return false;
  }
}

function advice(body) {
  const { parked = 0, each = {} } = JSON.parse(body)?.checks?.projections?.checks?.projections ?? {};
  const rebuilds = Object.entries(each).flatMap(([name, { rebuild }]) => (rebuild ? [`${name}: ${rebuild}`] : []));
  if (parked > 0) process.stdout.write(`${parked} streams are parked: /api/ready and the log name them.\n`);
  for (const line of rebuilds) process.stdout.write(`Read model ${line}\n`);
  if (rebuilds.some((line) => line.includes('made by a newer version')))
    process.stdout.write('To bring back the rows of this version: clinical-pharmacy rebuild --rollback\n');
}

const until = Date.now() + Number(values.within) * 1_000;
let last;
do {
  last = await ask();
  if (last?.status === 200) {
    advice(last.body);
    process.exit(0);
  }
  if (hasEnded()) {
    process.stderr.write('It ended before it was ready.\n');
    process.exit(1);
  }
  await pause(POLL_MS);
} while (Date.now() < until);
const after = values.within === '0' ? '' : ` after ${values.within} s`;
process.stderr.write(
  last === undefined ? `It does not answer on port ${PORT}${after}.\n` : `It is not ready${after}: ${last.body}\n`,
);
process.exit(1);
