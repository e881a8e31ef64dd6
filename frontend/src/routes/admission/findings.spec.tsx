import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FindingDecision } from 'language/contract/findings';
import type { Seen } from 'language/contract/live';
import type { Measurement } from 'language/contract/measurements';
import type { ListedStatement } from 'language/contract/statements';
import { addDays } from 'language/domain/values/calendar-date';
import { expect, onTestFinished, test, vi } from 'vitest';
import './proposals.tsx';
import { today } from '../../platform/time/dates.ts';
import { entryEditors } from '../../features/entries/entry-editor.tsx';
import { live } from '../../sync/live/live-connection.ts';
import { openChart } from '../../testing/chart.ts';
import { reads } from '../../testing/component.tsx';
import { dina, entry, mona, review, written } from '../../testing/hospital.ts';
import { statement } from '../../testing/statements.ts';

const meronem = statement('s1', {
  kind: 'dose',
  root: 'drug of Meronem',
  routes: [],
  condition: { creatinine: { from: 2 } },
  limits: [{ of: 'daily', max: 2, unit: 'g', isPerKg: false }],
  severity: 'D',
  text: '{drug}: {daily} a day at creatinine {creatinine}.',
});
const pair = statement('s2', {
  kind: 'pair',
  agents: [
    { kind: 'root', id: 'drug of Meronem' },
    { kind: 'root', id: 'drug of Marevan' },
  ],
  isSameLine: false,
  severity: 'C',
  text: '{drug}: check the INR, which was ___.',
});
const creatinine = (canonical: number, over: Partial<Measurement> = {}): Measurement => ({
  _id: `v${canonical}`,
  version: 5,
  admission: 'a1',
  kind: 'creatinine',
  value: canonical,
  unit: 'mg/dL',
  canonical,
  takenOn: '2026-03-03',
  takenAt: '',
  lastDoseOn: null,
  lastDoseAt: '',
  source: 'laboratory',
  note: '',
  userId: 'u1',
  userName: 'Mona X',
  createdAt: '2026-03-03T06:10:00.000Z',
  ...over,
});
const trade = (label: string) => ({
  _id: `drug of ${label}`,
  label,
  drug: `drug of ${label}`,
  drugLabel: label,
  drugTags: [{ name: `class of ${label}` }],
});
const ofToday = () => review('r9', today(), mona);

/** A chart with two findings, whose server keeps what is sent. */
function open({
  as = mona,
  statements = [meronem, pair],
  values = [creatinine(2.1)],
  reviews = [ofToday()],
  ...replies
}: {
  as?: typeof mona;
  statements?: ListedStatement[];
  values?: Measurement[];
  reviews?: ReturnType<typeof review>[];
} & Parameters<typeof openChart>[2] = {}) {
  const held = { values, decisions: [] as FindingDecision[] };
  const chart = openChart(as, '/admissions/a1', {
    'GET /api/statements': statements,
    'GET /api/tags': [],
    'GET /api/drugs': ['Meronem', 'Marevan'].map(trade),
    'GET /api/reviews/listAdmissionReviews/a1': reviews,
    'GET /api/admissions/a1/measurements': () => ({ measurements: held.values, leftOut: 0 }),
    'GET /api/admissions/a1/findings': () => ({ admission: 'a1', decisions: held.decisions }),
    'POST /api/admissions/a1/findings': ({ body }) => {
      const { finding, decision } = body as { finding: FindingDecision; decision: object };
      const made = {
        until: null,
        reason: '',
        entryId: '',
        userId: 'u1',
        userName: 'Mona X',
        at: '2026-03-03T08:00:00Z',
      };
      held.decisions.push({ ...finding, ...made, ...decision });
      return { ...held.decisions.at(-1), admission: 'a1', ...written };
    },
    'POST /api/reviews/addRevMed/r9': ({ body }) => {
      const { drugErr } = body as { drugErr: Partial<ReturnType<typeof entry>> };
      // The decision on the finding is the second event.
      const added = entry('e9', 'Meronem', { ...drugErr, version: written.revision - 1 });
      return { ...ofToday(), drugErrs: [added], ...written };
    },
    ...(replies as Parameters<typeof openChart>[2]),
  });
  return { ...chart, held };
}
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-finding]')];
const line = async (text: RegExp) => (await screen.findByText(reads(text))).closest<HTMLElement>('[data-finding]')!;
const dose = () => line(/^Meronem: 3 g a day at creatinine 2\.1 mg\/dL \(2026-03-03\)\.$/);
const interaction = () => line(/check the INR/);
const counter = (name: string) => screen.findByRole('button', { name });
let revision = 20;
/** A teammate has changed the stream of the chart. */
const teammate = (touched: string) =>
  act(() =>
    live.send({
      type: 'note',
      note: {
        stream: 'admission-a1',
        from: (revision += 1),
        revision,
        touched: [touched] as never,
        actorId: 'u4',
        actorName: 'Omar X',
        at: '2026-03-03T09:00:00Z',
      },
    }),
  );

test('the findings have the values with their days, the worst first, and source and approver on demand', async () => {
  open();
  const worst = await dose();
  expect(lines().map((one) => one.dataset['finding'])).toEqual(['s1 m1', 's2 m1 m2']);
  expect(within(worst).getByRole('img', { name: /^Severity D/ })).toBeInTheDocument();
  expect(worst).toHaveTextContent('A source of the specs, 2026-01-01 · approved by Dr. Sample');
  expect(await counter('2 proposals')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Proposals (2)' })).toBeInTheDocument();
});

test('what could not be checked is said with its reason', async () => {
  open({ values: [], statements: [meronem] });
  expect(await screen.findByText('Not checked: 2')).toBeInTheDocument();
  expect(screen.getByText(reads('Meronem · Dose · creatinine is not known'))).toBeInTheDocument();
  expect(screen.getByText(reads('Allergy · the patient was not asked about allergies'))).toBeInTheDocument();
});

test('T adds the entry to the own review of today, and the focus goes to the next line', async () => {
  const { user, commands } = open();
  (await dose()).focus();
  await user.keyboard('t');
  await waitFor(() =>
    expect(commands()).toMatchObject([
      {
        body: {
          drugErr: {
            errDrug: 'drug of Meronem',
            drugTags: [{ name: 'class of Meronem' }],
            errType: 'e1',
            errSeverity: 'D',
            errNote: '<p>Meronem: 3 g a day at creatinine 2.1 mg/dL (2026-03-03).</p>',
          },
          finding: { key: 's1 m1', statementId: 's1', statementVersion: 1 },
        },
      },
    ]),
  );
  expect(await interaction()).toHaveFocus();
  expect(await counter('1 proposal')).toBeInTheDocument();
  expect(lines()).toHaveLength(1);
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('an entry with a blank is a form, which takes the finding over once the blank is filled', async () => {
  const { user, commands } = open({ statements: [pair] });
  (await interaction()).focus();
  await user.keyboard('{Enter}');
  const form = within(await screen.findByRole('form', { name: 'New medication' }));
  expect(await form.findByRole('textbox', { name: 'Note' })).toHaveTextContent('check the INR, which was ___.');
  expect(commands()).toEqual([]);
  const [editor] = [...entryEditors.all()].map(([, one]) => one);
  act(() => editor?.send({ type: 'change', patch: { errNote: '<p>Check the INR.</p>' } }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(commands()).toMatchObject([
      { body: { drugErr: { errNote: '<p>Check the INR.</p>' }, finding: { key: 's2 m1 m2' } } },
    ]),
  );
  expect(lines()).toHaveLength(0);
});

test('without an own review of today nothing is added, and a review is offered', async () => {
  const { user, commands } = open({ reviews: [review('r8', '2026-03-03', mona)] });
  await user.click(within(await dose()).getByRole('button', { name: /^Take over/ }));
  await user.click(await screen.findByRole('button', { name: 'Begin a review' }));
  expect(await screen.findByRole('form', { name: 'New review' })).toBeInTheDocument();
  expect(commands()).toEqual([]);
});

test('a refused entry stays as a form, and its finding is open again once the form is closed', async () => {
  const { user } = open({
    'POST /api/reviews/addRevMed/r9': new Response(JSON.stringify({ message: 'No', code: 'invalid' }), { status: 400 }),
  });
  (await dose()).focus();
  await user.keyboard('t');
  await screen.findByRole('form', { name: 'New medication' });
  expect(await counter('1 proposal')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await counter('2 proposals')).toBeInTheDocument();
});

test('L defers for three days by default; Up and Down walk', async () => {
  const { user, commands } = open();
  (await dose()).focus();
  await user.keyboard('{ArrowDown}');
  expect(await interaction()).toHaveFocus();
  await user.keyboard('{ArrowUp}l');
  const field = within(await screen.findByRole('form')).getByLabelText(/Show again on/);
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(await interaction()).toHaveFocus();
  expect(commands()).toMatchObject([
    { body: { finding: { key: 's1 m1' }, decision: { kind: 'deferred', until: addDays(today(), 3) } } },
  ]);
});

test('D dismisses with a reason, and the finding comes back once its value has changed by a fifth', async () => {
  const { user, commands, held } = open({ statements: [meronem] });
  (await dose()).focus();
  await user.keyboard('d');
  await user.click(await screen.findByRole('button', { name: 'Intended by the team' }));
  await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(lines()).toHaveLength(0));
  expect(commands()).toMatchObject([{ body: { decision: { kind: 'dismissed', reason: 'Intended by the team' } } }]);
  held.values = [creatinine(2.1), creatinine(3.4)];
  teammate('measurements:a1');
  expect(await counter('1 proposal')).toBeInTheDocument();
});

test('a value of a teammate brings a finding into the head, and clears it, and no line moves', async () => {
  const { user, held } = open({ values: [creatinine(1)] });
  await interaction();
  held.values = [creatinine(1), creatinine(2.1)];
  teammate('measurements:a1');
  const news = await screen.findByRole('button', { name: /^New.*Meronem: 3 g a day/ });
  expect(lines()).toHaveLength(1);
  await user.click(news);
  expect(lines()).toHaveLength(2);
  held.values = [creatinine(1)];
  teammate('measurements:a1');
  await screen.findByText('No longer open');
  expect(lines()).toHaveLength(2);
  expect(await counter('1 proposal')).toBeInTheDocument();
});

test('the number in the banner leads from each tab to the first line', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: /Values/ }));
  await user.click(await counter('2 proposals'));
  await waitFor(async () => expect(await dose()).toHaveFocus());
});

test('the lines that have come into view are reported once, with what else was seen', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (seen: object[]) => void;
      constructor(tell: (seen: object[]) => void) {
        this.tell = tell;
      }
      observe(target: HTMLElement) {
        this.tell([{ isIntersecting: true, target, boundingClientRect: { top: 0 } }]);
      }
      disconnect() {}
    },
  );
  const told: Seen[] = [];
  const send = live.send.bind(live);
  const spy = vi.spyOn(live, 'send').mockImplementation((event) => {
    if (event.type !== 'seen') return send(event);
    told.push(event.what);
    event.onAnswer(true);
  });
  onTestFinished(() => {
    spy.mockRestore();
    vi.unstubAllGlobals();
  });
  const news = { _id: 'a1', seenAt: null, revision: 12, items: [] };
  open({ 'GET /api/admissions/a1/news': () => news });
  await dose();
  act(() => live.send({ type: 'up' }));
  const shown = { statementVersion: 1 };
  await waitFor(() =>
    expect(told.flatMap(({ findings = [] }) => findings)).toEqual([
      { ...shown, key: 's1 m1', statementId: 's1' },
      { ...shown, key: 's2 m1 m2', statementId: 's2' },
    ]),
  );
  expect(told.at(-1)).toMatchObject({ admission: 'a1', revision: 12 });
  news.revision = 13;
  teammate('measurements:a1');
  await waitFor(() => {
    // A spec has no server: its connection goes down by itself.
    act(() => live.send({ type: 'up' }));
    expect(told.at(-1)).toEqual({ admission: 'a1', revision: 13 });
  });
});

test.each([
  ['without statements', { statements: [] }],
  ['with drafts and statements that are off', { statements: [{ ...meronem, state: 'off' as const }] }],
  [
    'where the installation has turned proposals off',
    { 'GET /api/config': { timeZone: 'Africa/Cairo', proposals: false } },
  ],
])('nothing is read or shown %s', async (_, replies) => {
  const { sent } = open(replies);
  await screen.findByRole('button', { name: 'CREATE NEW REVIEW' });
  expect(screen.queryByText(/proposals/i)).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => call.endsWith('/findings'))).toEqual([]);
});

test('a member who only reads has the lines without buttons and keys', async () => {
  const { user, commands } = open({ as: dina });
  const first = await dose();
  expect(within(first).queryByRole('button')).not.toBeInTheDocument();
  first.focus();
  await user.keyboard('td');
  expect(commands()).toEqual([]);
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(await interaction()).toHaveFocus();
});
