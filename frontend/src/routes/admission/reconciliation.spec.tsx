import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HomeMedication, ReconciledLine, Reconciliation } from 'language/contract/reconciliation';
import { expect, test, vi } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { admission, dina, medication, mona, noReconciliation, written } from '../../testing/hospital.ts';
import { reads } from '../../testing/component.tsx';
import { printDialog } from '../../testing/screen.tsx';
import '../../features/medications/medications-tab.tsx';

const at = '/admissions/a1?tab=medication&part=reconciliation';
const home = (_id: string, drugLabel: string, over: Partial<HomeMedication> = {}): HomeMedication => ({
  _id,
  admission: 'a1',
  drug: `drug of ${drugLabel}`,
  drugLabel,
  dose: '5 mg',
  route: 'Oral',
  frequency: 'once daily in the morning',
  indication: '',
  source: 'family',
  note: '',
  userId: 'u1',
  userName: 'Mona X',
  createdAt: '2026-03-02T09:00:00.000Z',
  version: 4,
  ...over,
});
const decision = (id: string, over: Partial<ReconciledLine> = {}): ReconciledLine => ({
  stage: 'admission',
  line: { kind: 'home', id },
  action: 'continued',
  reason: '',
  dose: '',
  route: '',
  frequency: '',
  until: null,
  advice: '',
  userId: 'u1',
  userName: 'Mona X',
  decidedAt: '2026-03-02T09:00:00.000Z',
  version: 5,
  ...over,
});
const found = (over: Partial<Reconciliation>): Reconciliation => ({ ...noReconciliation, version: 5, ...over });
const part = () => screen.findByRole('region', { name: 'Reconciliation' });
const readOf = (reconciliation: Reconciliation) => ({ 'GET /api/admissions/a1/reconciliation': reconciliation });

test('a key decides about a line, and a reason is asked for where one is needed', async () => {
  const [concor, ator] = [home('h1', 'Concor'), home('h2', 'Ator')];
  const before = found({ homeMedications: [concor, ator] });
  let decisions: ReconciledLine[] = [];
  const { user, commands } = openChart(mona, at, {
    ...readOf(before),
    'GET /api/admissions/a1/medications': [],
    'PUT /api/admissions/a1/reconciliation': ({ body }) => {
      const { lines } = body as { lines: Partial<ReconciledLine>[] };
      decisions = [...decisions, ...lines.map((one) => decision(one.line!.id, one))];
      return { ...before, ...written, decisions, version: 9 };
    },
  });
  const region = within(await part());
  expect(region.getByText('2 unexplained')).toBeInTheDocument();
  within(region.getByRole('toolbar', { name: 'Decision about Concor' }))
    .getByRole('button', { name: /Held/ })
    .focus();
  await user.keyboard('3');
  const form = within(await region.findByRole('form', { name: 'Decision about Concor' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Write the reason')).toBeInTheDocument();
  await user.type(form.getByLabelText('Held: the reason'), '2 days of shock{Enter}');
  expect(await region.findByText('1 unexplained')).toBeInTheDocument();
  expect(region.getByText(reads('2 days of shock'))).toBeInTheDocument();
  // The next line has the focus.
  await waitFor(() =>
    expect(region.getByRole('toolbar', { name: 'Decision about Ator' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  );
  await user.keyboard('1');
  expect(await region.findByText('All medicines have a decision')).toBeInTheDocument();
  expect(commands()).toMatchObject([
    {
      headers: { 'if-match': '5' },
      body: {
        stage: 'admission',
        lines: [{ line: { kind: 'home', id: 'h1' }, action: 'held', reason: '2 days of shock' }],
      },
    },
    { headers: { 'if-match': '9' }, body: { lines: [{ line: { kind: 'home', id: 'h2' }, action: 'continued' }] } },
  ]);
});

test('the rest is decided in one go: what is at home and on the list, and what only the stay has', async () => {
  const homeMedications = [home('h1', 'Meronem'), home('h2', 'Marevan'), home('h3', 'Ator')];
  const { user, commands } = openChart(mona, at, {
    ...readOf(found({ homeMedications })),
    'GET /api/admissions/a1/medications': ['Meronem', 'Marevan', 'Lasix', 'Nexium'].map((label, place) =>
      medication(`m${place}`, label),
    ),
    'PUT /api/admissions/a1/reconciliation': { ...found({ homeMedications }), ...written },
  });
  await part();
  await user.click(screen.getByRole('button', { name: 'Continue the other 2 unchanged' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'The other 2 are new in the hospital' }));
  await waitFor(() => expect(commands()).toHaveLength(2));
  const ids = commands().map(({ body }) =>
    (body as { lines: { line: { id: string } }[] }).lines.map((one) => one.line.id),
  );
  expect(ids).toEqual([
    ['h1', 'h2'],
    ['m2', 'm3'],
  ]);
});

test('a decision that a colleague has made meanwhile is a conflict, and is shown', async () => {
  const homeMedications = [home('h1', 'Concor')];
  let current = found({ homeMedications });
  const { user } = openChart(mona, at, {
    'GET /api/admissions/a1/reconciliation': () => current,
    'PUT /api/admissions/a1/reconciliation': () => {
      current = found({ homeMedications, decisions: [decision('h1', { action: 'stopped', reason: 'Bradycardia' })] });
      return new Response(JSON.stringify({ message: 'Changed meanwhile', code: 'conflict', current }), { status: 409 });
    },
  });
  const region = within(await part());
  await user.click(within(region.getByRole('toolbar', { name: /Concor/ })).getByRole('button', { name: /Continued/ }));
  expect(await region.findByRole('alert')).toHaveTextContent('Changed meanwhile');
  expect(await region.findByText('Bradycardia')).toBeInTheDocument();
});

test('a typed drug is recorded at once; a name that the catalogue does not have opens the form', async () => {
  const { user, commands } = openChart(mona, at, {
    'GET /api/drugs': [{ _id: 'x1.1', label: 'Concor', drug: 'x1', drugLabel: 'Bisoprolol', drugTags: [] }],
    'POST /api/admissions/a1/homeMedications': ({ body }) => ({
      ...home('h1', 'Concor', body as Partial<HomeMedication>),
      ...written,
    }),
  });
  await part();
  const line = screen.getByRole('textbox', { name: 'Medicine from home' });
  await user.selectOptions(screen.getByLabelText('Source'), 'packages');
  await user.type(line, 'bisoprolol 5 mg once daily');
  expect(await screen.findByText(reads('once daily'))).toBeInTheDocument();
  await user.type(line, '{Enter}');
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]!.body).toMatchObject({
    drug: 'x1.1',
    dose: '5 mg',
    frequency: 'once daily',
    source: 'packages',
  });
  await waitFor(() => expect(line).toHaveValue(''));
  await user.type(line, 'herbal tea{Enter}');
  const form = within(await screen.findByRole('form', { name: 'Add a medicine from home' }));
  expect(form.getByLabelText('Or the name that the patient uses')).toHaveValue('herbal tea');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(commands()).toHaveLength(2));
  expect(commands()[1]!.body).toMatchObject({ drug: '', drugLabel: 'herbal tea', source: 'packages' });
});

test('a member who only reads sees lines and decisions, and no way to change them', async () => {
  openChart(dina, at, readOf(found({ homeMedications: [home('h1', 'Concor')], decisions: [decision('h1')] })));
  const region = within(await part());
  expect(region.getByText('Continued')).toBeInTheDocument();
  expect(region.queryByRole('toolbar')).not.toBeInTheDocument();
  expect(region.queryByRole('textbox')).not.toBeInTheDocument();
});

const atDischarge = (id: string, over: Partial<ReconciledLine>): ReconciledLine =>
  decision(id, { stage: 'discharge', dose: '5 mg', route: 'Oral', frequency: 'once daily in the morning', ...over });
const gone = {
  'GET /api/admissions/a1/details': { ...admission, dischargeDate: '2026-03-08', dischargeStatus: 0 },
  'GET /api/admissions/a1/medications': [],
  'POST /api/admissions/a1/dischargeListPrinted': { message: 'Recorded' },
};

test('the list for the patient is in the chosen language, with times, and with a frequency as it is written', async () => {
  const dialog = printDialog();
  const { user, commands } = openChart(mona, at, {
    ...gone,
    ...readOf(
      found({
        homeMedications: ['Concor', 'Marevan', 'Lasix', 'Brufen'].map((label) => home(label, label)),
        decisions: [
          atDischarge('Concor', { advice: 'بعد الأكل' }),
          atDischarge('Marevan', {
            action: 'changed',
            reason: 'INR',
            frequency: 'as the INR says',
            until: '2026-04-01',
          }),
          atDischarge('Lasix', { action: 'held', reason: 'Low potassium' }),
          atDischarge('Brufen', { action: 'stopped', reason: 'Kidney' }),
        ],
      }),
    ),
  });
  await part();
  await user.selectOptions(await screen.findByLabelText('Language for the patient'), 'ar');
  await user.click(screen.getByRole('button', { name: 'Print for the patient' }));
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  const sheet = document.querySelector<HTMLElement>('.print-sheet')!;
  expect([sheet.lang, sheet.dir, document.documentElement.lang]).toEqual(['ar', 'rtl', 'en']);
  const cells = [...sheet.querySelectorAll('.take tbody tr')].map((row) =>
    [...row.children].map((one) => one.textContent),
  );
  expect(cells).toEqual([
    ['Concor', '5 مجم', '', '', '', 'باستمرار'],
    ['بعد الأكل'],
    ['Marevanتم تغييره عما سبق', '5 مجمas the INR says', expect.stringContaining('2026-04-01')],
  ]);
  const boxes = [...sheet.querySelectorAll('.not-taken')].map((box) => box.textContent);
  expect(boxes).toEqual([
    'أدوية لا تُؤخذ حاليًاLasixLow potassiumحتى يقرر الطبيب',
    'أدوية تم إيقافها ولا تُؤخذBrufenKidney',
  ]);
  await waitFor(() =>
    expect(commands().map(({ call }) => call)).toEqual(['POST /api/admissions/a1/dischargeListPrinted']),
  );
});

test('the list for the next doctor has the reasons, the order before, and what is not decided', async () => {
  const dialog = printDialog();
  const { user } = openChart(mona, at, {
    ...gone,
    ...readOf(
      found({
        homeMedications: [home('h1', 'Concor', { indication: 'AF' }), home('h2', 'Ator')],
        decisions: [atDischarge('h1', { action: 'changed', reason: 'Pulse of 54', dose: '2.5 mg' })],
      }),
    ),
  });
  await part();
  expect(await screen.findByRole('button', { name: 'Print for the patient' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Print for the next doctor' }));
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  const sheet = document.querySelector<HTMLElement>('.print-sheet')!;
  expect([...sheet.querySelectorAll('.decided tr')].map((row) => row.textContent)).toEqual([
    'Concor2.5 mg · Oral · once daily in the morningfor AFbefore: 5 mg · Oral · once daily in the morningPulse of 54',
  ]);
  expect(sheet).toHaveTextContent('Without a decisionAtor');
});

test('what the patient is to take is filled in from the line, and sent with what was changed', async () => {
  const { user, commands } = openChart(mona, at, {
    ...gone,
    ...readOf(found({ homeMedications: [home('h1', 'Concor')] })),
    'PUT /api/admissions/a1/reconciliation': { ...found({ homeMedications: [home('h1', 'Concor')] }), ...written },
  });
  const region = within(await part());
  await user.click(within(region.getByRole('toolbar', { name: /Concor/ })).getByRole('button', { name: /Changed/ }));
  const form = within(await region.findByRole('form', { name: 'Decision about Concor' }));
  expect(form.getByLabelText('Frequency')).toHaveValue('once daily in the morning');
  fireEvent.change(form.getByLabelText('Changed: the reason'), { target: { value: 'Pulse of 54' } });
  fireEvent.change(form.getByLabelText('Dose'), { target: { value: '2.5 mg' } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]!.body).toEqual({
    stage: 'discharge',
    lines: [
      {
        line: { kind: 'home', id: 'h1' },
        action: 'changed',
        reason: 'Pulse of 54',
        dose: '2.5 mg',
        route: 'Oral',
        frequency: 'once daily in the morning',
        until: null,
        advice: '',
      },
    ],
  });
});
