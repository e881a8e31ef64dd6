import { act, screen, waitFor, within } from '@testing-library/react';
import type { Operations, OperationsWarning } from 'language/contract/operations';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { dina } from '../../testing/hospital.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';
import './operations.tsx';

const LOOK = 'GET /api/operations';
const TRY = 'POST /api/operations/parked-streams/clinical/admission-a1/try-again';
const me = (isAdminAccount: boolean) => ({ ...dina, email: 'dina@demo.test', isAdminAccount });

const projections = ['directory', 'patients', 'clinical', 'catalogue', 'accesses', 'audit'];
const at = '2026-03-02T08:42:07.000Z';
const healthy: Operations = {
  at,
  warnings: [],
  version: {
    product: '1.4.0',
    node: '24.1.0',
    privateTables: { done: 26, known: 26 },
    readModels: { done: 37, known: 37 },
  },
  services: ['command-api', 'projections', 'query-api'].map((service) => ({
    service,
    process: 'process 42 on ward-server',
    seenAt: at,
  })),
  rows: {
    isFollowed: true,
    projections: projections.map((projection) => ({
      projection,
      behind: 0,
      oldestSeconds: 0,
      parked: 0,
      rebuild: null,
    })),
  },
  parked: { total: 0, newest: [] },
  queue: { engine: 'postgres', waiting: 3, delayed: 0, active: 1 },
  eventLog: { position: '160333', followedTo: '160332' },
  database: { bytes: 2_345_000_000 },
  disk: { isHere: true, space: { bytes: 100e9, freeBytes: 64.2e9 } },
  sessions: { people: 12, sessions: 15, begun: { withinHour: 4, withinFourHours: 6, earlier: 5 } },
  backup: {
    last: {
      madeAt: '2026-03-02T08:00:00.000Z',
      number: 7,
      position: '160000',
      events: 150_000,
      bytes: 135e6,
      place: 'ward-server:/mnt/backup',
    },
  },
};
const warning = (
  kind: OperationsWarning['kind'],
  section: string,
  isUrgent: boolean,
  values: OperationsWarning['values'] = {},
): OperationsWarning => ({ kind, isUrgent, values, section });
const stopped = {
  projection: 'clinical',
  stream: 'admission-a1',
  kind: 'admission',
  id: 'a1',
  revision: '3',
  eventType: 'ErrorRated',
  reason: 'error code=23514 constraint=rating_fits',
  since: '2026-03-02T08:30:00.000Z',
  waitsForNewerProgram: false,
};
const oneParked: Operations = {
  ...healthy,
  warnings: [warning('streamsParked', 'What to do when', true, { streams: 1 })],
  parked: { total: 1, newest: [stopped] },
};

function open(answer: object | (() => object), replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ 'GET /api/users/me': me(true), [LOOK]: answer, ...replies });
  return { ...visit('/operations', { as: dina }), sent };
}
/** A part by its heading: roles of a whole page take seconds in jsdom. */
async function sectionOf(name: string): Promise<HTMLElement> {
  const section = (await screen.findByText(name, { selector: 'h2' })).closest('section');
  if (!section) throw new Error(`${name} has no section`);
  return section;
}
const part = async (name: string) => within(await sectionOf(name));
const said = async (name: string) => (await sectionOf(name)).textContent;
const warnings = async () =>
  within(await screen.findByLabelText('What to do'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function tryAgain(user: ReturnType<typeof open>['user']) {
  const parked = await part('Stopped streams');
  await user.click(await parked.findByRole('button', { name: 'Try again: admission-a1' }));
  return parked;
}

test('a healthy installation: nothing to do, and the numbers of each part', async () => {
  open(healthy);
  expect(await screen.findByText('Everything works. Nothing to do.')).toBeVisible();
  expect(await warnings()).toEqual([]);
  (await part('Stopped streams')).getByText('No stream is stopped.');
  expect((await part('Services')).getAllByText('process 42 on ward-server')).toHaveLength(3);
  (await part('Data of the screens')).getByRole('rowheader', { name: 'Charts (clinical)' });
  expect(await said('Event log and database')).toContain('Event loganswersNewest event160333Followed to160332');
  expect(await said('Job queue')).toContain('EnginePostgresWaiting3Active1');
  expect(await said('Disk')).toContain('Free64.2 GB (64 %)Total100.0 GB');
  expect(await said('Event log and database')).toContain('Size of the database2.3 GB');
  expect(await said('Sessions')).toContain('People signed in12Sessions15Begun within the last hour4');
  expect(await said('Last backup')).toContain('Number7Events150,000Position160000Size135.0 MB');
  expect(await said('Last backup')).toContain('ward-server:/mnt/backup');
  expect(await said('Version')).toContain('Product1.4.0Node24.1.0Steps of the private tables26 of 26');
});

test('a parked stream: why, and what came of "Try again"', async () => {
  let isParked = true;
  const { user, sent } = open(() => (isParked ? oneParked : healthy), {
    [TRY]: () => {
      const outcome = isParked ? { outcome: 'goesOn', reason: null } : { outcome: 'notParked', reason: null };
      isParked = false;
      return outcome;
    },
  });
  const parked = await part('Stopped streams');
  const row = await parked.findByRole('listitem');
  expect(row).toHaveTextContent('Admission a1');
  expect(row).toHaveTextContent('Charts (clinical): ErrorRated, event 3');
  expect(row).toHaveTextContent('error code=23514 constraint=rating_fits');
  const [first] = await warnings();
  expect(first).toContain('UrgentA stream is stopped, so the screens that show it are old: correct the cause');
  expect(first).toContain('docs/operations.md, “What to do when”');

  await user.click(parked.getByRole('button', { name: 'Try again: admission-a1' }));
  const told = await parked.findByText('admission-a1 goes on: its data follow the event log again.');
  // The button goes with its stream: the focus is at what is said.
  await waitFor(() => expect(parked.queryByRole('button')).toBeNull());
  expect(told).toHaveFocus();
  expect(sent.filter(({ call }) => call === TRY)).toMatchObject([
    { body: {}, headers: { 'idempotency-key': expect.any(String) } },
  ]);
});

test.each([
  [{ outcome: 'parkedAgain', reason: 'error code=23514' }, 'admission-a1 is stopped again: error code=23514'],
  [{ outcome: 'triedLater', reason: null }, 'admission-a1 is tried again automatically'],
  [{ outcome: 'unanswered', reason: null }, 'admission-a1 is tried as soon as one runs'],
  [{ outcome: 'notParked', reason: null }, 'admission-a1 was not stopped'],
])('"Try again" says %j', async (answer, sentence) => {
  const { user } = open(oneParked, { [TRY]: answer });
  const parked = await tryAgain(user);
  await waitFor(() => expect(parked.getByRole('status')).toHaveTextContent(sentence));
});

test('a refused "Try again" has its sentence at its stream', async () => {
  const { user } = open(oneParked, { [TRY]: refusal(403, { message: 'Not allowed', code: 'forbidden' }) });
  const parked = await tryAgain(user);
  expect(await parked.findByRole('alert')).toHaveTextContent('Not allowed');
});

test('event log and queue away, a disk nearly full: their parts say so, what to do, and the others have their numbers', async () => {
  open({
    ...healthy,
    warnings: [
      warning('eventLogAway', 'What to do when', true),
      warning('diskNearlyFull', 'What to do when', true, { percent: 4 }),
      warning('queueAway', 'What to do when', false),
    ],
    eventLog: null,
    queue: null,
    disk: { isHere: true, space: { bytes: 100e9, freeBytes: 4.9e9 } },
  });
  (await part('Event log and database')).getByText('does not answer');
  (await part('Job queue')).getByText('The queue does not answer.');
  (await part('Event log and database')).getByText('2.3 GB');
  expect(await said('Disk')).toContain('4.9 GB (4 %)');
  const [urgent, full, soon] = await warnings();
  expect(urgent).toContain('UrgentThe event log does not answer, so nothing can be saved');
  expect(full).toContain('Only 4 % of the disk is free: enlarge it before it is full');
  expect(soon).toContain('SoonThe job queue does not answer');
});

test('each kind of warning has a sentence that says what to do', async () => {
  const kinds: Readonly<Record<OperationsWarning['kind'], OperationsWarning['values']>> = {
    eventLogAway: {},
    serviceAway: { service: 'projections' },
    nothingFollowed: {},
    streamsParked: { streams: 2 },
    diskNearlyFull: { percent: 14 },
    rowsBehind: { seconds: 10 },
    rebuildFailed: { projection: 'clinical' },
    rowsOfNewerVersion: { projection: 'clinical' },
    queueAway: {},
    queueGrows: { jobs: 100 },
    backupMissing: {},
    backupOld: { hours: 30 },
    partUnknown: { part: 'sessions' },
  };
  const all = Object.entries(kinds).map(([kind, values]) =>
    warning(kind as OperationsWarning['kind'], 'Backup', false, values),
  );
  open({ ...healthy, warnings: all });
  const sentences = await warnings();
  expect(sentences).toHaveLength(all.length);
  // A sentence of its own each: what is wrong, and behind a colon what to do.
  for (const sentence of sentences) expect(sentence).toMatch(/^Soon[^{}]+: [a-z][^{}]+\.More: docs/);
  expect(new Set(sentences).size).toBe(all.length);
  expect(sentences.join('\n')).toContain('“Sessions” could not be read');
});

test('parts that cannot be read, an installation on other machines, and a first day without a backup have their words', async () => {
  open({
    ...healthy,
    services: [],
    rows: null,
    parked: null,
    database: null,
    disk: { isHere: false, space: null },
    sessions: null,
    backup: { last: null },
  });
  expect((await part('Services')).getAllByText('does not run')).toHaveLength(3);
  for (const name of ['Data of the screens', 'Event log and database', 'Sessions'])
    (await part(name)).getByText('Could not be read within two seconds.');
  (await part('Disk')).getByText(/The data are on other machines/);
  (await part('Last backup')).getByText('None yet.');
  expect(screen.queryByText('Stopped streams')).toBeNull();
});

test('a rebuild is shown with its progress, or why it failed', async () => {
  const rebuilt = (state: 'runs' | 'failed', said: string): Operations => ({
    ...healthy,
    rows: {
      isFollowed: false,
      projections: [{ projection: 'clinical', behind: 2, oldestSeconds: 75, parked: 0, rebuild: { state, said } }],
    },
  });
  const first = open(rebuilt('runs', '43 %'));
  (await part('Data of the screens')).getByText('Charts (clinical): is being rebuilt, 43 %');
  (await part('Data of the screens')).getByText('No process follows the event log.');
  (await part('Data of the screens')).getByRole('cell', { name: '1 min' });
  first.unmount();
  open(rebuilt('failed', 'Event 3 cannot be projected'));
  (await part('Data of the screens')).getByText(
    'Charts (clinical): the rebuild has failed, Event 3 cannot be projected',
  );
});

test('it refreshes by itself in place, and keeps what it has while the server is away', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: object = healthy;
  const { sent } = open(() => answer);
  const asked = () => sent.filter(({ call }) => call === LOOK).length;
  const size = (await part('Event log and database')).getByText('2.3 GB').closest('section');
  answer = { ...healthy, database: { bytes: 3_100_000_000 } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(asked()).toBeGreaterThan(1));
  await (await part('Event log and database')).findByText('3.1 GB');
  expect(await sectionOf('Event log and database')).toBe(size);

  answer = refusal(400, { message: 'Broken', code: 'invalid' });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
  (await part('Event log and database')).getByText('3.1 GB');
});

test('in Arabic the sentences are Arabic, and ids keep their direction', async () => {
  await chooseLanguage('ar');
  onTestFinished(() => chooseLanguage('en'));
  open({ ...oneParked, warnings: [...oneParked.warnings, warning('backupOld', 'Backup', false, { hours: 30 })] });
  const region = within(await screen.findByRole('region', { name: 'ما ينبغي عمله' }));
  const [parked, backup] = region.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(parked).toContain('عدد التحديثات المتوقفة: 1');
  expect(backup).toContain('30 ساعة');
  expect(screen.getByText('a1')).toHaveAttribute('dir', 'ltr');
});

test('other people are led home; the admin tools lead here', async () => {
  serve({ 'GET /api/users/me': me(false) });
  const { router, unmount } = visit('/operations', { as: dina });
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
  unmount();
  serve({ 'GET /api/users/me': me(true), 'GET /api/errtypes': [], 'GET /api/tags': [] });
  visit('/adminTools', { as: dina });
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'Operations' });
  expect(link).toHaveAttribute('href', '/operations');
});
