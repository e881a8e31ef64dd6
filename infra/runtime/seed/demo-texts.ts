/**
 * The clinical texts of the demo are in English and in Arabic, as an Egyptian hospital writes it: Arabic sentences with
 * drugs, doses, values and cultures in Latin letters. Each person of the demo writes in one of them.
 */
import type { DischargeStatus } from 'language/domain/values/codes';
import * as z from 'zod';

export const Text = z.tuple([z.string(), z.string()]);
export type Text = readonly [english: string, arabic: string];

export const inLanguage = ([english, arabic]: Text, isArabic: boolean): string => (isArabic ? arabic : english);

const orderWords: Readonly<Record<string, string>> = {
  IV: 'وريد',
  'IV infusion': 'تسريب وريدي',
  SC: 'تحت الجلد',
  Oral: 'بالفم',
  Nebulised: 'جلسة استنشاق',
  'Once daily': 'مرة يوميا',
  'Twice daily': 'مرتين يوميا',
  'Three times daily': '3 مرات يوميا',
  'At bedtime': 'قبل النوم',
  'Single dose': 'جرعة واحدة',
  'Continuous infusion': 'تسريب مستمر',
  'Once weekly': 'مرة أسبوعيا',
  'Three times weekly': '3 مرات أسبوعيا',
};
/** A route or frequency of the demo's data; a frequency by the hour is `كل 8 ساعات`. */
export const orderWord = (english: string): Text => [
  english,
  orderWords[english] ?? english.replace(/^Every (\d+) h$/, (_, hours: string) => `كل ${hoursInArabic(Number(hours))}`),
];

/** `500 mg every 12 hours` becomes `500 mg كل 12 ساعة`. */
export const arabicDose = (dose: string): string =>
  dose
    .replaceAll(/every (\d+) hours?/g, (_, hours: string) => `كل ${hoursInArabic(Number(hours))}`)
    .replaceAll('once daily', 'مرة يوميًا');
const hoursInArabic = (hours: number): string =>
  hours === 1 ? 'ساعة' : hours === 2 ? 'ساعتين' : `${hours} ${hours > 10 ? 'ساعة' : 'ساعات'}`;

export const dischargeNotes: Readonly<Record<DischargeStatus, Text>> = {
  0: [
    'Improved. Discharge medicines reconciled and explained to the family.',
    'تحسن. تمت مراجعة أدوية الخروج وشرحها للأهل.',
  ],
  1: [
    'Improved. Medicines reconciled, handed over to the clinical pharmacist of the next unit.',
    'تحسن. تمت مراجعة الأدوية وتسليمها إلى الصيدلي الإكلينيكي بالقسم التالي.',
  ],
  2: [
    'Transferred to a unit of a higher level. Medicine list sent along.',
    'تحويل إلى وحدة أعلى في مستوى الرعاية. أُرسلت قائمة الأدوية مع الملف.',
  ],
  3: [
    'Transferred to another unit of the same level, a bed for isolation is needed.',
    'تحويل إلى وحدة أخرى بنفس المستوى للحاجة إلى سرير عزل.',
  ],
  4: [
    'Left against medical advice. Medicines written down and explained.',
    'خروج على مسؤولية المريض ضد النصيحة الطبية (DAMA). كُتبت الأدوية وشُرحت.',
  ],
  5: ['Died in spite of resuscitation.', 'وفاة رغم الإنعاش القلبي الرئوي (CPR).'],
  6: ['Transferred to another hospital at the wish of the family.', 'تحويل إلى مستشفى آخر بناءً على رغبة الأهل.'],
};
type Texts = readonly [Text, ...Text[]];
/** Who are responsible for the patients. */
export const consultants: Texts = [
  ['Dr. Samir Fahmy', 'د. سمير فهمي'],
  ['Dr. Nadia El-Sherif', 'د. نادية الشريف'],
];
export const quietDays: Texts = [
  ['Haemodynamically stable, plan unchanged.', 'الدورة الدموية مستقرة، الخطة كما هي.'],
  ['No new complaint overnight, tolerates feeding.', 'لا شكوى جديدة ليلًا، تحمّل التغذية جيد.'],
  ['Seen with the team on the round, improving slowly.', 'تم المرور مع الفريق، تحسن بطيء.'],
  ['Quiet night. Cultures are pending.', 'ليلة هادئة. المزارع في الانتظار.'],
];
export const betterDays: Texts = [
  ['Continues to improve.', 'التحسن مستمر.'],
  ['Walks a few steps with help, eats half of the meals.', 'المشي خطوات بمساعدة، أكل نصف الوجبات.'],
  ['Quiet night, no new complaint.', 'ليلة هادئة، لا شكوى جديدة.'],
  ['Improving, plan unchanged.', 'تحسن، الخطة كما هي.'],
];
export const WORSE: Text = [
  'Deteriorating, urine output falls. Family informed.',
  'تدهور الحالة، نقص كمية البول. تم إبلاغ الأهل.',
];
export const NOTHING: Text = ['', ''];
export const roundNotes: Texts = [
  [
    'Seen on the round. Agree with the clinical pharmacist’s recommendations.',
    'تم المرور. موافقة على توصيات الصيدلي الإكلينيكي.',
  ],
  ['Plan discussed with the team, continue.', 'تمت مناقشة الخطة مع الفريق، تستمر.'],
  ['Case discussed with the family and the team.', 'تمت مناقشة الحالة مع الأسرة والفريق.'],
];
