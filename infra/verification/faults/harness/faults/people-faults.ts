/** Faults that people and their browsers cause: repeated and aborted commands, races, storms of sockets, too many calls. */
import { randomUUID } from 'node:crypto';
import type { Admission, Answer, Patient, SignedIn, Written } from 'language/contract/entities';
import { atRate } from '../../../bench/open-loop.ts';
import { nonEmpty } from 'language/domain/testing/random';
import { type Answered, type Command, done, get, NoAnswer, reasonIn, send } from '../../convergence/calls.ts';
import { LiveSocket } from '../../convergence/live-socket.ts';
import { memberOf, type Scene } from './scene.ts';
import { lasts, untilAfter } from './waiting.ts';

const PARALLEL = 3;
/** The sockets of a storm have come back so long after the last fault. */
const BACK_MS = 60_000;
const STORM_LASTS_SECONDS = 0.5;
/** Answers of a product that has too much to do, or whose engine is away. */
const mayRefuse = new Set([429, 502, 503, 504]);

/**
 * New notes under keys that are used more than once: three times in one moment, or again after the caller has left.
 * All answers to a key must be the same.
 */
export async function repeatCommands(
  scene: Scene,
  { how, commands }: { how: 'parallel' | 'aborted'; commands: number },
): Promise<string> {
  const { team, ledger, random, giveUp, findings, environment } = scene;
  const author = memberOf(team, 'physician');
  let requests = 0;
  for (let count = 0; count < commands && !scene.stopping.aborted; count += 1) {
    const key = randomUUID();
    const { id: admission } = random.pick(nonEmpty(team.admissions, 'admission'));
    const body = { admissionId: admission, noteDate: team.today, note: `<p>${key}</p>` };
    const command: Command = { method: 'POST', path: '/api/physicNotes/addphysicNote', body };
    const sentAt = performance.now();
    const sent = await Promise.all(
      Array.from({ length: how === 'parallel' ? PARALLEL : 1 }, () =>
        send(environment.product.url, author.token, command, {
          key,
          giveUp,
          ...(how === 'aborted' ? { random, lostPercent: 100 } : {}),
        }),
      ),
    );
    requests += sent.reduce((sum, { tries }) => sum + tries, 0);
    const answers = sent.map(({ answer }) => answer).filter((answer) => answer !== undefined);
    const written = answers.filter(({ status }) => status < 300).map((answer) => answer.body as Written);
    if (new Set(written.map(({ revision }) => revision)).size > 1)
      findings.push({
        checker: 'doubled',
        says: `One key was acknowledged at two revisions of admission-${admission}`,
      });
    const [first] = written;
    const [refusal] = answers;
    ledger.note({
      key,
      userId: author.userId,
      what: `AddPhysicianNote, ${how}`,
      admission,
      mayChangeNothing: false,
      sentAt,
      ...(first
        ? { acknowledged: first }
        : refusal && answers.length === sent.length
          ? { refused: { status: refusal.status, reason: reasonIn(refusal) } }
          : {}),
    });
    // 403: the chart has been transferred.
    noteUnexpected(scene, `AddPhysicianNote, ${how}`, answers, [403, 404, 409]);
  }
  return `${commands} commands, ${requests} requests`;
}

export type Race = 'review-or-deletion' | 'admission-or-deletion' | 'merge-both-ways';

/** Two commands of which one may succeed, in one moment, on patients of their own. */
export async function race(scene: Scene, what: Race, pairs: number): Promise<string> {
  const admin = memberOf(scene.team, 'admin');
  const does = async (command: Command): Promise<Answered | undefined> =>
    (await send(scene.environment.product.url, admin.token, command, { giveUp: scene.giveUp })).answer;
  const makes = async <Made>(path: string, body: object): Promise<Made | undefined> => {
    const answer = await does({ method: 'POST', path, body });
    return answer !== undefined && answer.status < 300 ? (answer.body as Made) : undefined;
  };
  const patient = () =>
    makes<Answer<Patient>>('/api/patients', { team: scene.team.id, firstName: 'سباق', birthdate: '1950-01-01' });
  const admission = async (): Promise<Answer<Admission> | undefined> => {
    const made = await patient();
    return made && makes('/api/admissions', { patient: made._id, team: scene.team.id, admissionDate: '2026-01-10' });
  };
  let both = 0;
  let raced = 0;
  for (let pair = 0; pair < pairs && !scene.stopping.aborted; pair += 1) {
    const commands = await commandsOf(what, { patient, admission, today: scene.team.today });
    if (!commands) continue;
    const answers = (await Promise.all(commands.map(does))).filter((answer) => answer !== undefined);
    raced += 1;
    if (answers.filter(({ status }) => status < 300).length > 1) both += 1;
    noteUnexpected(scene, what, answers, [400, 404, 409]);
  }
  if (both > 0) scene.findings.push({ checker: 'races', says: `${what}: both commands succeeded in ${both} pairs` });
  return `${raced} pairs`;
}

async function commandsOf(
  what: Race,
  make: {
    patient: () => Promise<Patient | undefined>;
    admission: () => Promise<Admission | undefined>;
    today: string;
  },
): Promise<readonly Command[] | undefined> {
  if (what === 'review-or-deletion') {
    const admission = await make.admission();
    if (!admission) return undefined;
    const review = { admissionId: admission._id, reviewDate: make.today, clinicalNote: '<p>x</p>', drugErrs: [] };
    return [
      { method: 'POST', path: '/api/reviews/addReview', body: review },
      { method: 'DELETE', path: `/api/admissions/${admission._id}` },
    ];
  }
  const [one, other] = [await make.patient(), what === 'merge-both-ways' ? await make.patient() : undefined];
  if (!one) return undefined;
  if (what === 'admission-or-deletion')
    return [
      { method: 'POST', path: '/api/admissions', body: { patient: one._id, admissionDate: '2026-01-10' } },
      { method: 'DELETE', path: `/api/patients/${one._id}` },
    ];
  return (
    other && [
      { method: 'POST', path: `/api/patients/${one._id}/merged`, body: { patient: other._id } },
      { method: 'POST', path: `/api/patients/${other._id}/merged`, body: { patient: one._id } },
    ]
  );
}

/**
 * Further accounts, for sockets: the product allows one person twenty (query-api/src/live/handshake.ts).
 * @returns their tokens @throws Error if an account is refused
 */
export async function signUpCrowd(base: string, people: number): Promise<readonly string[]> {
  const run = randomUUID().slice(0, 8);
  const signUp = async (_: unknown, index: number): Promise<string> => {
    const email = `crowd-${run}-${index}@faults.test`;
    const body = { firstName: 'Crowd', lastName: `Number ${index}`, email, phone: '', password: 'faults-pass-1' };
    return (await done<SignedIn>(base, '', { method: 'POST', path: '/api/users', body })).token;
  };
  return Promise.all(Array.from({ length: people }, signUp));
}

/** Sockets that are all lost in one moment. Each must come back. */
export async function socketStorm(scene: Scene, count: number): Promise<string> {
  const { environment, crowd, stopping, findings } = scene;
  const sockets = Array.from(
    { length: count },
    (_, index) => new LiveSocket(environment.product.url, crowd[index % crowd.length] ?? ''),
  );
  const connected = (): number => sockets.filter(({ socket }) => socket.connected).length;
  const allConnect = async (): Promise<number> => {
    const began = performance.now();
    const all = await untilAfter(stopping, BACK_MS, async () => (connected() === count ? true : undefined));
    if (!all)
      findings.push({ checker: 'sockets', says: `${count - connected()} of ${count} sockets did not come back` });
    return performance.now() - began;
  };
  try {
    for (const { socket } of sockets) socket.connect();
    const first = await allConnect();
    await lasts(STORM_LASTS_SECONDS, stopping);
    for (const live of sockets) live.drop();
    const second = await allConnect();
    return `all connected after ${Math.round(first)} ms, and again after ${Math.round(second)} ms`;
  } finally {
    for (const live of sockets) live.close();
  }
}

/** More reads than the product can answer beside the edits. Each is answered, or refused in order. */
export async function overload(
  scene: Scene,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<string> {
  const { environment, team, findings } = scene;
  const { token } = memberOf(team, 'admin');
  const outcomes: Record<string, number> = {};
  const note = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  await atRate({ perSecond, seconds }, () =>
    get(environment.product.url, token, `/api/teams/${team.id}`).then(
      ({ status }) => note(String(status)),
      (error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        note('none');
      },
    ),
  );
  for (const [outcome, times] of Object.entries(outcomes))
    if (outcome !== 'none' && outcome !== '200' && !mayRefuse.has(Number(outcome)))
      findings.push({ checker: 'answers', says: `A read under load was answered ${outcome}, ${times} times` });
  return Object.entries(outcomes)
    .map(([outcome, times]) => `${outcome}: ${times}`)
    .join(', ');
}

function noteUnexpected(scene: Scene, what: string, answers: readonly Answered[], expected: readonly number[]): void {
  for (const { status, body } of answers)
    if (status >= 300 && !expected.includes(status))
      scene.findings.push({ checker: 'answers', says: `${what}: ${status} ${JSON.stringify(body)}` });
}
