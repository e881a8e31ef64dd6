/** Faults that people and their browsers cause: repeated and aborted commands, races, storms of sockets, too many calls. */
import { randomUUID } from 'node:crypto';
import type { Admission, Answer, Patient, Written } from 'language/contract/entities';
import { atRate } from '../../../bench/open-loop.ts';
import { nonEmpty } from 'language/domain/testing/random';
import { type Answered, type Command, get, send, unanswered } from '../../convergence/calls.ts';
import { LiveSocket } from '../../convergence/live-socket.ts';
import { memberOf, noteOn } from '../../convergence/test-team.ts';
import type { Scene } from './scene.ts';
import { lasts, untilAfter } from './waiting.ts';

const PARALLEL = 3;
export const races = ['review-or-deletion', 'admission-or-deletion', 'merge-both-ways'] as const;
type Race = (typeof races)[number];
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
    const command = noteOn(admission, team.today, key);
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
    const written = answers.filter(({ status }) => status < 300);
    if (new Set(written.map(({ body }) => (body as Written).revision)).size > 1)
      findings.push({
        checker: 'doubled',
        says: `One key was acknowledged at two revisions of admission-${admission}`,
      });
    const what = `AddPhysicianNote, ${how}`;
    // Where one of them has no answer, it may have been done.
    const outcome = written[0] ?? (answers.length === sent.length ? answers[0] : undefined);
    ledger.note({ key, userId: author.userId, what, admission, mayChangeNothing: false }, outcome);
    // 403: the chart has been transferred.
    noteUnexpected(scene, what, answers, [403, 404, 409]);
  }
  return `${commands} commands, ${requests} requests`;
}

/** Two commands of which one may succeed, in one moment, on patients of their own. */
export async function race(scene: Scene, what: Race, pairs: number): Promise<string> {
  const { team, environment, findings, giveUp, stopping } = scene;
  const { token } = memberOf(team, 'admin');
  const does = async (command: Command): Promise<Answered | undefined> =>
    (await send(environment.product.url, token, command, { giveUp })).answer;
  const make = async (command: Command): Promise<string> => {
    const answer = await does(command);
    if (answer === undefined || answer.status >= 300) throw new Error(`${command.path}: ${answer?.status}`);
    return (answer.body as Answer<Patient | Admission>)._id;
  };
  const post = (path: string, body: object): Command => ({ method: 'POST', path, body });
  const remove = (path: string): Command => ({ method: 'DELETE', path });
  const patient = () => make(post('/api/patients', { team: team.id, firstName: 'سباق', birthdate: '1950-01-01' }));
  const admit = (one: string) => post('/api/admissions', { patient: one, team: team.id, admissionDate: '2026-01-10' });
  const merge = (one: string, into: string) => post(`/api/patients/${into}/merged`, { patient: one });
  const draw: Readonly<Record<Race, () => Promise<readonly Command[]>>> = {
    'review-or-deletion': async () => {
      const admissionId = await make(admit(await patient()));
      const review = { admissionId, reviewDate: team.today, clinicalNote: '<p>x</p>', drugErrs: [] };
      return [post('/api/reviews/addReview', review), remove(`/api/admissions/${admissionId}`)];
    },
    'admission-or-deletion': async () => {
      const one = await patient();
      return [admit(one), remove(`/api/patients/${one}`)];
    },
    'merge-both-ways': async () => {
      const [one, other] = [await patient(), await patient()];
      return [merge(one, other), merge(other, one)];
    },
  };
  let [raced, both] = [0, 0];
  for (; raced < pairs && !stopping.aborted; raced += 1) {
    const commands = await draw[what]();
    const answers = (await Promise.all(commands.map(does))).filter((answer) => answer !== undefined);
    if (answers.filter(({ status }) => status < 300).length > 1) both += 1;
    noteUnexpected(scene, what, answers, [400, 404, 409]);
  }
  if (both > 0) findings.push({ checker: 'races', says: `${what}: both commands succeeded in ${both} pairs` });
  return `${raced} pairs`;
}

/** Sockets that are all lost in one moment. Each must come back. */
export async function socketStorm(scene: Scene, count: number): Promise<string> {
  const { environment, crowd, stopping, findings } = scene;
  const sockets = Array.from(
    { length: count },
    (_, index) => new LiveSocket(environment.product.url, crowd[index % crowd.length] ?? ''),
  );
  const connected = (): number => sockets.filter(({ socket }) => socket.connected).length;
  const allConnect = async (): Promise<void> => {
    const all = await untilAfter(stopping, BACK_MS, async () => (connected() === count ? true : undefined));
    if (!all)
      findings.push({ checker: 'sockets', says: `${count - connected()} of ${count} sockets did not come back` });
  };
  try {
    for (const { socket } of sockets) socket.connect();
    await allConnect();
    await lasts(STORM_LASTS_SECONDS, stopping);
    for (const live of sockets) live.drop();
    await allConnect();
    return `${count} sockets lost`;
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
  await atRate({ perSecond, seconds }, async () => {
    const answer = await get(environment.product.url, token, `/api/teams/${team.id}`).catch(unanswered);
    const outcome = String(answer?.status ?? 'none');
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
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
