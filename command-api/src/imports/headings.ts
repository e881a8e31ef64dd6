/** Which column has which field, by its heading in English or Arabic. */
import type { ImportKind } from 'language/contract/imports';
import { fieldsOf } from 'language/contract/imports';
import { foldLetters } from 'language/domain/values/folding';

/** As `key` leaves them, the likelier first. */
const synonyms: Readonly<Record<string, string>> = {
  medicalRecordNumber:
    'mrn, record number, medical record number, unified medical record number, patient id, patient no, patient number, file no, file number, hospital no, hospital number, id, رقم الملف, رقم الملف الطبي, الرقم الطبي, الرقم الموحد, رقم المريض, رقم السجل, رقم السجل الطبي, كود المريض',
  fullName: 'name, full name, patient name, patient, اسم المريض, الاسم, الاسم الكامل, الاسم رباعي, الاسم الرباعي',
  firstName: 'first name, given name, الاسم الاول',
  middleName: 'middle name, second name, father name, fathers name, اسم الاب, الاسم الثاني',
  lastName: 'last name, third name, surname, family name, grandfather name, اسم الجد, الاسم الثالث, اسم العائله, اللقب',
  fourthName: 'fourth name, الاسم الرابع',
  birthdate: 'birthdate, birth date, date of birth, dob, birthday, تاريخ الميلاد, الميلاد, ت الميلاد',
  sex: 'sex, gender, الجنس, النوع',
  admissionDate:
    'admission date, date of admission, admitted, admitted on, doa, تاريخ الدخول, تاريخ الحجز, تاريخ التنويم, دخول',
  room: 'room, room no, room number, ward room, الغرفه, رقم الغرفه, غرفه',
  bed: 'bed, bed no, bed number, السرير, رقم السرير, سرير',
  consultant: 'consultant, doctor, physician, treating doctor, attending, الاستشاري, الطبيب, الطبيب المعالج',
  workingDiagnosis: 'diagnosis, working diagnosis, provisional diagnosis, dx, التشخيص, التشخيص المبدئي',
  plannedDischarge: 'planned discharge, expected discharge, edd, تاريخ الخروج المتوقع, الخروج المتوقع',
  admissionDetails: 'details, admission details, notes, history, تفاصيل, تفاصيل الدخول, ملاحظات',
  kind: 'test, test name, kind, parameter, analyte, measurement, lab test, الاختبار, التحليل, اسم التحليل, الفحص, القياس',
  value: 'value, result, reading, القيمه, النتيجه, القراءه',
  unit: 'unit, units, uom, الوحده, وحده القياس',
  takenOn:
    'date, result date, collection date, sample date, taken on, collected, date time, datetime, التاريخ, تاريخ العينه, تاريخ النتيجه, تاريخ التحليل',
  takenAt: 'time, collection time, sample time, result time, taken at, الوقت, وقت العينه, الساعه',
  note: 'note, comment, remarks, notes, ملاحظه, ملاحظات, تعليق',
  agentText:
    'allergy, allergen, agent, substance, allergic to, drug allergy, الحساسيه, المادة المسببه, ماده الحساسيه, حساسيه من, الماده',
  reaction: 'reaction, manifestation, رد الفعل, التفاعل, الاعراض',
  severity: 'severity, الشده, درجه الشده',
  certainty: 'certainty, verification, status, التاكيد, الحاله',
  source: 'source, reported by, informant, المصدر',
  onset: 'onset, since, date, year, منذ, البدايه, التاريخ',
  label:
    'drug, generic, generic name, scientific name, active ingredient, substance, root, root name, الماده الفعاله, الاسم العلمي, الدواء',
  tradeLabels:
    'trade name, trade names, brand, brand name, trade label, trade labels, product, الاسم التجاري, الاسماء التجاريه',
  tags: 'tags, tag, class, classes, category, drug class, group, الفئه, المجموعه, التصنيف',
  tips: 'tips, tip, notes, remarks, comment, ملاحظات, نصائح, تنبيهات',
};

/** The heading without punctuation, and without a foreign name in parentheses behind it. */
const key = (heading: string): string =>
  foldLetters(heading)
    .replace(/\([^)]*\)/g, ' ')
    .replaceAll(/['.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** Also `BirthDate`, and an Arabic heading before its English one. */
const keysOf = (heading: string): string[] => {
  const spaced = heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return [key(heading), key(spaced), ...spaced.split(/[/|()–-]/).map(key)];
};

const known = new Map(
  Object.entries(synonyms).map(([field, names]) => [field, names.split(', ').map((name) => key(name))]),
);

/** @returns the number of the column of each field whose heading is known; a column has one field */
export function columnsByHeading(kind: ImportKind, headings: readonly string[]): Record<string, number> {
  const candidates = Object.keys(fieldsOf(kind)).flatMap((field) =>
    headings.flatMap((heading, column) => {
      const names = known.get(field) ?? [];
      const ranks = keysOf(heading).map((one) => names.indexOf(one));
      const rank = Math.min(...ranks.filter((at) => at >= 0));
      return Number.isFinite(rank) ? [{ field, column, rank }] : [];
    }),
  );
  const columns: Record<string, number> = {};
  for (const { field, column } of candidates.sort((one, other) => one.rank - other.rank || one.column - other.column))
    if (columns[field] === undefined && !Object.values(columns).includes(column)) columns[field] = column;
  return columns;
}
