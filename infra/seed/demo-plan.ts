/**
 * Draws the demo hospital's charts from the figures of `data/workload.json`: who was admitted when, what was reviewed each day,
 * which errors were found. Pure: the same seed number and the same day draw the same charts.
 */
import { addDays, type CalendarDate, daysBetween } from 'command-api/domain/calendar-date';
import { type DischargeStatus, NO_ERROR, type Response, type Severity } from 'command-api/domain/codes';
import { type Catalogue, errorGroups } from './catalogue.ts';
import names from './data/names.json' with { type: 'json' };
import workload from './data/workload.json' with { type: 'json' };
import { filled, type Random } from './random.ts';

export interface PlannedEntry {
  errType: string;
  errDrug: string;
  errNote: string;
  errRes: Response | null;
  errSeverity: Severity | null;
  followUpDate: CalendarDate | null;
}
export interface PlannedReview {
  reviewDate: CalendarDate;
  clinicalNote: string;
  drugErrs: PlannedEntry[];
  /** Which of the team's pharmacists writes it. */
  author: number;
  /** Ratings by the team admin, by place in `drugErrs`. */
  ratings: { entry: number; rating: number }[];
}
export interface PlannedAdmission {
  admissionDate: CalendarDate;
  admissionDetails: string;
  reviews: PlannedReview[];
  notes: { noteDate: CalendarDate; note: string; author: number }[];
  discharge: { dischargeDate: CalendarDate; dischargeStatus: DischargeStatus; dischargeNote: string } | undefined;
}
export interface PlannedPatient {
  names: { firstName: string; middleName: string; lastName: string; fourthName: string };
  birthdate: CalendarDate;
  medicalRecordNumber: string;
  admissions: PlannedAdmission[];
}

/** Longest stay in the demo: enough days to scroll, few enough to start quickly. */
const LONGEST_STAY = 12;

const problems = [
  ['Community-acquired pneumonia, septic shock', 'التهاب رئوي مع صدمة إنتانية'],
  ['Acute ischaemic stroke, right hemiparesis', 'جلطة بالمخ'],
  ['Acute kidney injury on chronic kidney disease, hyperkalaemia', 'قصور كلوي حاد'],
  ['Diabetic ketoacidosis', 'حموضة كيتونية سكرية'],
  ['Decompensated liver cirrhosis, hepatic encephalopathy', 'غيبوبة كبدية'],
  ['Acute exacerbation of COPD, mechanically ventilated', 'تفاقم السدة الرئوية'],
  ['NSTEMI, heart failure with reduced ejection fraction', 'احتشاء عضلة القلب'],
  ['Polytrauma after road traffic accident', 'إصابات متعددة بعد حادث'],
  ['Urosepsis', 'تسمم دموي من المسالك البولية'],
] as const;
const dailyNotes = [
  'Conscious, haemodynamically stable. Continue current plan.',
  'Febrile 38.6 °C, CRP rising. Culture pending.',
  'Creatinine rising, urine output 0.4 mL/kg/h. Renal doses checked.',
  'On noradrenaline, MAP 68. Stress-ulcer and VTE prophylaxis in place.',
  'Weaning from ventilator. Feeding through the nasogastric tube.',
  'Electrolytes corrected overnight, potassium 4.1.',
  'Culture result: sensitive to carbapenems only.',
] as const;
const physicianNotes = [
  'Seen on the morning round. Agree with the pharmacist’s recommendations, follow drug levels.',
  'Family informed about the plan. Repeat chest X-ray tomorrow.',
  'تمت المناقشة مع الفريق: خفض المهدئات تدريجيًا ومحاولة الفصل عن جهاز التنفس.',
  'Renal consult: start haemodialysis if potassium stays above 6.',
] as const;

export function planPatients(count: number, catalogue: Catalogue, today: CalendarDate, pharmacists: number, physicians: number, random: Random): PlannedPatient[] {
  const male = filled(names.givenNamesMale, 'names');
  const female = filled(names.givenNamesFemale, 'names');
  const family = filled(names.familyNames, 'names');
  return Array.from({ length: count }, (_, index) => ({
    names: {
      firstName: random.pick(random.chance(50) ? male : female),
      middleName: random.pick(male),
      lastName: random.pick(male),
      fourthName: random.pick(family),
    },
    birthdate: addDays(today, -random.between(19 * 365, 88 * 365)),
    medicalRecordNumber: String(20_000 + index * 37 + random.between(0, 30)),
    // Every second patient has been here before: 20 of the 40 come back, which makes 60 admissions.
    admissions: [
      ...(index % 2 === 0 ? [planAdmission(addDays(today, -random.between(60, 110)), true, catalogue, today, pharmacists, physicians, random)] : []),
      planAdmission(addDays(today, -random.between(0, 20)), index % 3 === 1, catalogue, today, pharmacists, physicians, random),
    ],
  }));
}

function planAdmission(admissionDate: CalendarDate, discharged: boolean, catalogue: Catalogue, today: CalendarDate, pharmacists: number, physicians: number, random: Random): PlannedAdmission {
  const stay = Math.min(LONGEST_STAY, Math.max(1, Math.round(random.logNormal(workload.lengthOfStay.median, workload.lengthOfStay.sigma))));
  const lastDay = discharged ? addDays(admissionDate, Math.min(stay, daysBetween(admissionDate, today))) : today;
  const days = Math.min(LONGEST_STAY, daysBetween(admissionDate, lastDay) + 1);
  const [english, arabic] = random.pick(problems);
  const drugs = drugRound(catalogue, random);
  const reviews: PlannedReview[] = [];
  const notes: PlannedAdmission['notes'] = [];
  for (let day = 1; day <= days; day += 1) {
    const date = addDays(admissionDate, day - 1);
    drugs.nextDay(day);
    if (day === 1 || random.chance(workload.reviewsPerDay.percentOfPatientDays)) {
      reviews.push(planReview(day, date, drugs.current, catalogue, today, random.between(0, pharmacists - 1), random));
    }
    if (random.chance(22)) notes.push({ noteDate: date, note: `<p>${random.pick(physicianNotes)}</p>`, author: random.between(0, physicians - 1) });
  }
  return {
    admissionDate,
    admissionDetails: `<p><strong>${english}</strong></p><p class="ql-direction-rtl ql-align-right">${arabic}</p><ul><li>Weight ${random.between(52, 104)} kg</li><li>No known drug allergy</li></ul>`,
    reviews: discharged ? reviews : reviews.map((review, place) => (place === reviews.length - 1 ? leftOpen(review) : review)),
    notes,
    discharge: discharged
      ? { dischargeDate: lastDay, dischargeStatus: random.weighted(shares(workload.dischargeMix.rows, ({ code }) => code as DischargeStatus)), dischargeNote: 'Discharge medicines reconciled and explained to the family.' }
      : undefined,
  };
}

/** The medicines of one stay: 8 to 10 on the first day, rising towards the plateau, now and then one stopped. */
function drugRound(catalogue: Catalogue, random: Random): { readonly current: readonly Drug[]; nextDay(day: number): void } {
  const all = filled(catalogue.drugs, 'drugs in the catalogue');
  const current: Drug[] = [];
  const add = (): void => {
    const drug = random.pick(all);
    if (!current.includes(drug)) current.push(drug);
  };
  const { firstDayMin, firstDayMax, plateau } = workload.entriesPerReview;
  return {
    current,
    nextDay(day) {
      const wanted = day === 1 ? random.between(firstDayMin, firstDayMax) : Math.min(plateau, current.length + random.between(0, 2));
      if (day > 2 && random.chance(30)) current.splice(random.between(0, current.length - 1), 1);
      while (current.length < wanted) add();
    },
  };
}
type Drug = Catalogue['drugs'][number];

function planReview(day: number, reviewDate: CalendarDate, drugs: readonly Drug[], catalogue: Catalogue, today: CalendarDate, author: number, random: Random): PlannedReview {
  const errorPercent = workload.errorShareByDay.rows.find((row) => day >= row.fromDay && day <= (row.toDay ?? Number.POSITIVE_INFINITY))?.percent ?? 0;
  const drugErrs = drugs.map((drug) => (random.chance(errorPercent) ? anError(drug, reviewDate, catalogue, today, random) : noError(drug, random)));
  const errors = drugErrs.flatMap((entry, index) => (entry.errType === NO_ERROR._id ? [] : [index]));
  return {
    reviewDate,
    clinicalNote: `<p>Day ${day}. ${random.pick(dailyNotes)}</p>`,
    drugErrs,
    author,
    ratings: errors.filter(() => random.chance(12)).map((entry) => ({ entry, rating: random.between(4, 10) / 2 })),
  };
}

/** What the last round of a stay that goes on has found waits for its response: what needs watching is to be looked at again the next day, what has harmed on the same. */
const leftOpen = (review: PlannedReview): PlannedReview => ({
  ...review,
  drugErrs: review.drugErrs.map((entry) => {
    const { errSeverity } = entry;
    if (errSeverity === null) return entry;
    return { ...entry, errRes: null, followUpDate: errSeverity < 'D' ? null : addDays(review.reviewDate, errSeverity >= workload.responseMix.harmSeverityAtLeast ? 0 : 1) };
  }),
});

const tradeLabelOf = (drug: Drug, random: Random): string => random.pick(filled(drug.tradeLabels, `trade names of ${drug.label}`))._id;

const noError = (drug: Drug, random: Random): PlannedEntry => ({ errType: NO_ERROR._id, errDrug: tradeLabelOf(drug, random), errNote: '', errRes: null, errSeverity: null, followUpDate: null });

/** An error that the drug has a template for where it can be; its type otherwise drawn by the mix of groups. */
function anError(drug: Drug, reviewDate: CalendarDate, catalogue: Catalogue, today: CalendarDate, random: Random): PlannedEntry {
  const [template] = drug.templates;
  const group = random.weighted(shares(workload.errorGroupMix.rows, (row) => row.group));
  const labels = [...errorGroups].filter(([, of]) => of === group).map(([label]) => label);
  const label = template && random.chance(60) ? random.pick(filled(drug.templates, 'templates')).errType : random.pick(filled(labels, `error types of ${group}`));
  const note = drug.templates.find(({ errType }) => errType === label)?.label ?? `<p>${drug.label}: ${label.toLowerCase()}. Please review the order.</p>`;
  const errType = catalogue.errorTypes.get(label);
  if (errType === undefined) throw new Error(`The sample data names "${label}", which is not in its lists`);
  const pending = daysBetween(reviewDate, today) * 24 < workload.responseMix.unsetForLastHours;
  const errSeverity = random.weighted(shares(workload.severityMix.rows, (row) => row.severity as Severity));
  const drawn = random.weighted(shares(workload.responseMix.rows, (row) => row.code as Response));
  const harmful = errSeverity >= workload.responseMix.harmSeverityAtLeast;
  // "Harm" fits harmful severities only.
  return { errType, errDrug: tradeLabelOf(drug, random), errNote: note, errRes: pending ? null : drawn === 4 && !harmful ? 3 : drawn, errSeverity, followUpDate: null };
}

const shares = <Row extends { percent: number }, T>(rows: readonly Row[], value: (row: Row) => T): readonly [{ value: T; percent: number }, ...{ value: T; percent: number }[]] =>
  filled(rows.map((row) => ({ value: value(row), percent: row.percent })), 'shares');
