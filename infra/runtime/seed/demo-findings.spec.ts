import { findFindings } from 'language/domain/checks/find';
import type { AllergyFact, ChartFacts, DoseAmount, OrderFact } from 'language/domain/checks/chart-facts';
import type { Statement } from 'language/domain/checks/statement';
import { StatementContent } from 'language/domain/catalogue/statement-fields';
import { computeAll } from 'language/domain/formulas/compute-all';
import { isResult } from 'language/domain/formulas/formula';
import { dailyAmount } from 'language/domain/orders/order';
import { parseDose, parseFrequency, type Parsed, parseRoute } from 'language/domain/orders/parse-order';
import { calendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { expect, test } from 'vitest';
import drugs from './data/drugs.json' with { type: 'json' };
import { withFindings } from './demo-findings.ts';
import { demoTeams } from './demo-people.ts';
import { planHospital, type PlannedPatient, recordedBefore } from './demo-plan.ts';
import type { PlannedAdmission, Step } from './demo-steps.ts';
import { instantAt } from './hospital-clock.ts';
import { sampleStatements } from './sample-statements.ts';

const ZONE = 'Africa/Cairo';
const same = (label: string): string => label.replace(/\W+/g, '-');
const statements = sampleStatements.map(({ name, body }): Statement => ({
  _id: name,
  statementVersion: 1,
  approvedBy: 'Sample',
  ...StatementContent.parse(body({ type: same, drug: same, tag: same })),
}));

const drugOf = new Map(drugs.flatMap((drug) => drug.tradeLabels.map((trade) => [trade, drug])));
const understood = ({ order, rest, questions }: Parsed) =>
  rest.length > 0 || questions.length > 0 ? undefined : order;
const whole = (amount: { readonly amount: number; readonly unit: string } | undefined): DoseAmount | undefined =>
  amount && !amount.unit.includes('/') ? { value: amount.amount, unit: amount.unit } : undefined;

type Medication = Extract<Step, { do: 'medication' }>;
function orderFact({ trade, ...written }: Medication): OrderFact {
  const dose = understood(parseDose(written.dose));
  const frequency = understood(parseFrequency(written.frequency));
  return {
    orderId: trade,
    label: trade,
    root: same(drugOf.get(trade)?.label ?? ''),
    tags: drugOf.get(trade)?.tags ?? [],
    isActive: true,
    route: understood(parseRoute(written.route))?.route,
    single: whole(dose?.dose),
    daily: dose && frequency && whole(dailyAmount({ ...dose, ...frequency })),
  };
}

function valuesOf({ person, birthdate }: PlannedPatient, stay: PlannedAdmission, today: CalendarDate) {
  const taken = stay.steps.flatMap((step) =>
    step.do === 'values' ? step.values.map(({ kind, value }) => ({ kind, value, day: step.takenOn })) : [],
  );
  const latest = (kind: string) => taken.findLast((one) => one.kind === kind);
  const { age, values } = computeAll({
    today,
    birthdate,
    sex: person.female ? 'female' : 'male',
    latest: { weight: latest('weight'), height: latest('height'), creatinine: latest('creatinine') },
    creatinineTrend: [],
  });
  const crcl = values.creatinineClearance;
  return {
    weight: latest('weight'),
    crcl: isResult(crcl) ? { value: crcl.value, day: today } : undefined,
    ageYears: age && { value: age.years, day: today },
  };
}

function factsOf(patient: PlannedPatient, stay: PlannedAdmission, day: CalendarDate): ChartFacts {
  const orders = new Map<string, Medication>();
  for (const step of stay.steps) {
    if (step.do === 'medication') orders.set(step.trade, step);
    if (step.do === 'stop') orders.delete(step.trade);
  }
  const { allergies: known } = patient.person;
  const allergies = (): AllergyFact[] | undefined => {
    if (known === 'not-asked') return undefined;
    if (known === 'none-known') return [];
    const { drug = '', agentText = '', reaction, severity } = known;
    const named = {
      label: drug || agentText,
      drug: same(drug),
      tag: '',
      drugTags: [],
      reaction,
      severity,
      certainty: 'confirmed',
    };
    return [{ allergyId: 'allergy', ...named }];
  };
  return {
    day,
    orders: [...orders.values()].map(orderFact),
    allergies: allergies(),
    values: valuesOf(patient, stay, day),
  };
}

/** The findings of the inpatients at this time, each with its statement, drugs, and what a person decided. */
function found(today: CalendarDate, hour: number) {
  const planned = planHospital([demoTeams[0].patients, demoTeams[1].patients], today, ZONE);
  const now = instantAt(ZONE, today, hour * 60 + 30);
  return planned.flatMap((patients, team) =>
    withFindings(team, recordedBefore(now, patients)).flatMap((patient) => {
      const stay = patient.admissions.at(-1);
      if (!stay || stay.steps.some((step) => step.do === 'discharge')) return [];
      const decided = stay.steps.flatMap((step) => (step.do === 'decide' ? [step] : []));
      const { findings } = findFindings(factsOf(patient, stay, today), statements);
      for (const { statement } of decided) expect(findings.map(({ statement: { _id } }) => _id)).toContain(statement);
      return findings.map(({ statement: { _id, kind }, orders }) => {
        const decision = decided.find(({ statement }) => statement === _id)?.decision.kind ?? 'open';
        return { kind, line: `${team} ${_id}: ${orders.map(({ root }) => root).join(' + ')} (${decision})` };
      });
    }),
  );
}

const days = ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-06', '2026-03-07', '2026-10-30', '2027-01-01'].map(
  calendarDate,
);

test.each(days.flatMap((day) => [7, 12, 23].map((hour) => [day, hour] as const)))(
  'on %s at %i:30 inpatients have a finding of each kind, one taken over and one dismissed',
  (day, hour) => {
    const all = found(day, hour);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['allergy', 'duplicate', 'dose', 'pair']));
    for (const decision of ['taken', 'dismissed', 'open'])
      expect(
        all.some(({ line }) => line.endsWith(`(${decision})`)),
        decision,
      ).toBe(true);
  },
);

/** The same in both teams, but for the dose: the kidneys of the two patients differ. */
const inEachTeam = (meropenem: string, team: number): string[] =>
  [
    'amoxicillin: Ampicillin-sulbactam (open)',
    'ceftriaxone-calcium: Calcium-gluconate + Ceftriaxone (dismissed)',
    'clopidogrel-omeprazole: Omeprazole + Clopidogrel (taken)',
    `${meropenem}: Meropenem (open)`,
    'meropenem-valproate: Valproate + Meropenem (open)',
    'two-nsaids: Ketorolac + Diclofenac (open)',
  ].map((line) => `${team} ${line}`);

test('no finding is there that a pharmacist would not expect', () => {
  const lines = found(days[1]!, 12).map(({ line }) => line);
  expect(lines.toSorted()).toEqual([...inEachTeam('meropenem-26', 0), ...inEachTeam('meropenem-10', 1)]);
});

test('each sample says that a clinician must approve it', () =>
  expect(statements.filter(({ source }) => !source.startsWith('Sample: a clinician must approve it'))).toEqual([]));
