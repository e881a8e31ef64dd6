import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Measurement } from 'language/contract/measurements';
import { expect, test } from 'vitest';
import '../../clinical/patient-values.tsx';
import '../../features/measurements/value-dialog.tsx';
import '../../features/measurements/values-tab.tsx';
import { openChart } from '../../testing/chart.ts';
import { reads } from '../../testing/component.tsx';
import { admission, dina, hany, medication, mona, patient, team, written } from '../../testing/hospital.ts';

const at = '/admissions/a1?tab=values';
const value = (
  _id: string,
  kind: string,
  number: number,
  unit: string,
  over: Partial<Measurement> = {},
): Measurement => ({
  _id,
  version: 5,
  admission: 'a1',
  kind,
  value: number,
  unit,
  canonical: number,
  takenOn: '2026-03-03',
  takenAt: '08:00',
  lastDoseOn: null,
  lastDoseAt: '',
  source: 'laboratory',
  note: '',
  userId: 'u1',
  userName: 'Mona X',
  createdAt: '2026-03-03T06:10:00.000Z',
  ...over,
});
const held = {
  'GET /api/admissions/a1/measurements': {
    measurements: [
      value('v0', 'creatinine', 1, 'mg/dL', { admission: 'a0', takenOn: '2025-12-01' }),
      value('v1', 'creatinine', 2.1, 'mg/dL'),
      value('v2', 'potassium', 5.6, 'mmol/L'),
    ],
    leftOut: 0,
  },
};
const line = () => screen.findByRole('textbox', { name: /Values in one line/ });
const cell = (name: RegExp) => screen.findByRole('button', { name });

test('Alt+V leads to the line, and Enter saves what was typed', async () => {
  const { user, commands } = openChart(hany, '/admissions/a1', {
    ...held,
    'POST /api/admissions/a1/measurements': ({ body }) => ({
      _id: 'a1',
      version: 9,
      measurements: (body as { measurements: Measurement[] }).measurements.map((one, place) =>
        value(`n${place}`, one.kind, one.value, one.unit, one),
      ),
      ...written,
    }),
  });
  await screen.findByRole('tab', { name: /Values/ });
  await user.keyboard('{Alt>}v{/Alt}');
  await waitFor(async () => expect(await line()).toHaveFocus());
  await user.keyboard('Na 131, wt 72{Enter}');
  expect(await cell(/^Sodium, .*131/)).toBeInTheDocument();
  expect(await line()).toHaveValue('');
  expect(commands()).toMatchObject([
    {
      body: {
        measurements: [
          { kind: 'sodium', value: 131, unit: 'mmol/L', source: 'laboratory' },
          { kind: 'weight', value: 72, unit: 'kg', source: 'measured' },
        ],
      },
    },
  ]);
});

test('Enter goes to the question about an implausible value, and Enter again takes the likeliest answer', async () => {
  const { user, commands } = openChart(mona, at, held);
  await user.type(await line(), 'Cr 210{Enter}');
  const [likeliest] = await screen.findAllByRole('button', { name: /^I meant/ });
  expect(likeliest).toHaveFocus();
  expect(commands()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(await line()).toHaveFocus();
  expect(screen.queryByText('Hardly possible. Is that right?')).not.toBeInTheDocument();
  expect(await line()).toHaveValue('Cr 210');
});

test('text that is not understood is marked and not sent', async () => {
  const { user, commands } = openChart(mona, at, held);
  await user.type(await line(), 'K 4.1, foo 7{Enter}');
  expect(screen.getByText('is not understood', { exact: false })).toBeInTheDocument();
  expect(commands()).toEqual([]);
});

test('the table has a value of an earlier stay, which leads there and cannot be corrected', async () => {
  const { user } = openChart(mona, at, held);
  await user.click(await cell(/^Creatinine, 2025-12-01:\s*1\s*mg\/dL\s*earlier stay/));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('link', { name: 'Open the earlier stay' })).toHaveAttribute(
    'href',
    '/admissions/a0?tab=values',
  );
  expect(within(dialog).queryByRole('button', { name: 'Correct' })).not.toBeInTheDocument();
});

test('a correction sends what was changed, with the version that was seen', async () => {
  const { user, commands } = openChart(mona, at, {
    ...held,
    'PUT /api/admissions/a1/measurements/v2': {
      ...value('v2', 'potassium', 4.6, 'mmol/L', { version: 9 }),
      ...written,
    },
  });
  await user.click(await cell(/^Potassium, 2026-03-03:\s*5.6\s*mmol\/L\s*↑ high/));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Correct' }));
  fireEvent.change(await screen.findByLabelText('Result'), { target: { value: '٤٫٦' } });
  await user.click(screen.getByRole('button', { name: 'Correct' }));
  expect(await cell(/^Potassium, 2026-03-03:\s*4.6/)).toBeInTheDocument();
  expect(commands()).toMatchObject([{ headers: { 'if-match': '5' }, body: { value: 4.6 } }]);
});

test('a removal has a reason', async () => {
  const { user, commands } = openChart(mona, at, {
    ...held,
    'DELETE /api/admissions/a1/measurements/v2': { ...value('v2', 'potassium', 5.6, 'mmol/L'), ...written },
  });
  await user.click(await cell(/^Potassium, /));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  fireEvent.change(await screen.findByLabelText(/Reason for the removal/), { target: { value: 'haemolysed' } });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Potassium, / })).not.toBeInTheDocument());
  expect(commands()).toMatchObject([{ headers: { 'if-match': '5' }, body: { reason: 'haemolysed' } }]);
});

test('a member who only reads has the values and no line', async () => {
  openChart(dina, at, held);
  expect(await cell(/^Potassium, /)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('the course of the values has the medications below, with their dates', async () => {
  openChart(dina, at, held);
  const course = within(await screen.findByRole('region', { name: /^Course of the values/ }));
  expect(await course.findAllByText(reads('Since 2026-03-01'))).toHaveLength(2);
  expect(course.getByText('Meronem')).toBeInTheDocument();
});

test('the banner has the newest values of this stay', async () => {
  openChart(dina, '/admissions/a1', held);
  const banner = within(await screen.findByRole('region', { name: 'Patient' }));
  expect(await banner.findByText(reads(/^Cr2\.1 mg\/dL/))).toBeInTheDocument();
  expect(banner.getByText(reads(/^K5\.6 mmol\/L high/))).toBeInTheDocument();
  expect(banner.getByText(reads('CrCl–'))).toBeInTheDocument();
});

test("the team's table of doses is shown for a drug of the list whose row fits, with its source", async () => {
  const row = { drugLabel: 'Gentamicin', mgPerKg: 5, everyHours: 36 };
  const doseIntervals = {
    source: 'Unit protocol',
    rows: [
      { ...row, drug: 'x1', crclFrom: 0, crclBelow: null },
      { ...row, drug: 'x1', crclFrom: 200, crclBelow: null, everyHours: 12 },
      { ...row, drug: 'x2', crclFrom: 0, crclBelow: null, everyHours: 24 },
    ],
  };
  openChart(mona, at, {
    'GET /api/admissions/a1/details': { ...admission, patientDetails: { ...patient, sex: 'female' } },
    'GET /api/teams/t1': { ...team, doseIntervals },
    'GET /api/admissions/a1/medications': [medication('m1', 'Garamycin', { drug: 'x1.1' })],
    'GET /api/admissions/a1/measurements': {
      measurements: [
        value('v1', 'creatinine', 1.2, 'mg/dL'),
        value('v2', 'weight', 70, 'kg'),
        value('v3', 'height', 170, 'cm'),
      ],
      leftOut: 0,
    },
  });
  expect(
    await screen.findByText(reads('By the team’s table: Gentamicin 5 mg/kg every 36 h (Unit protocol)')),
  ).toBeVisible();
  expect(screen.getAllByText(reads(/^By the team’s table/))).toHaveLength(1);
});
