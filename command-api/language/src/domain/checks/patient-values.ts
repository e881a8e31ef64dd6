/**
 * Takes measured values and dates of one patient out of a template, so that they do not come into the note of another:
 * "CrCl 25 mL/min: 500 mg every 12 h" is "CrCl ___ mL/min: 500 mg every 12 h". Doses, and limits that hold for each
 * patient ("CrCl < 30", "10–29", "30 or less"), stay.
 */
import { BLANK } from './blanks.ts';

/** Names of what is measured in a patient. Before a number they say that it is a patient's value. */
const NAMES = [
  'crcl|e?gfr|s?cr|(?:serum )?creatinine|urea|bun|hb|hgb|ha?emoglobin|platelets?|plt|wbcs?|crp|procalcitonin|pct|inr|a?ptt?',
  'alt|ast|alp|ggt|(?:total |direct )?bilirubin|albumin|potassium|sodium|calcium|magnesium|phosphate|phosphorus|k|na',
  '(?:blood )?glucose|blood sugar|rbs|fbs|hba1c|lactate|ph|qtc|uric acid|tsh|ck|ldl|triglycerides|amylase|lipase',
  'temp(?:erature)?|weight|wt|height|bmi|age|aged|heart rate|hr|pulse|bp|blood pressure|sbp|dbp|map|spo2|rr|gcs',
  'trough|peak|level',
  '(?:تصفية )?(?:ال)?كرياتينين|(?:ال)?يوريا|(?:ال)?هيموجلوبين|(?:ال)?صفائح|(?:ال)?بوتاسيوم|(?:ال)?صوديوم|(?:ال)?كالسيوم',
  '(?:ال)?ماغنسيوم|(?:ال)?بيليروبين|(?:ال)?ألبومين|(?:ال)?سيولة|(?:ال)?سكر|(?:ال)?ضغط|(?:ال)?نبض|(?:ال)?حرارة|(?:ال)?وزن|(?:ال)?عمر',
  '(?:ال)?سن|(?:ال)?مستوى',
].join('|');
/** Units of measured values: no dose has them. */
const UNITS =
  'mg/dl|g/dl|mmol/l|meq/l|[µμu]mol/l|mg/l|[µμ]g/ml|mcg/ml|ng/ml|[mµμ]?iu/l|u/l|°\\s?c|mmhg|bpm|msec|ملجم/ديسيلتر|مجم/دل';
/** Units of doses. A number before one of them is a dose, also after the name of an electrolyte. */
const DOSES =
  'mg|g|gm|gram|mcg|[µμ]g|units?|iu|ml|meq|mmol|tab|cap|amp|vial|%|million|hours?|h\\b|مجم|جم|مل|وحدة|أمبول|قرص';
const NUMBER = '[\\d٠-٩۰-۹]+(?:[.,٫/][\\d٠-٩۰-۹]+)?';

/** The place where a word may begin: letters of both scripts count. */
const START = '(?<![\\p{L}\\p{M}\\d])';
/** The text after a number that makes it a limit for each patient, or a range. */
const NO_LIMIT =
  '(?!\\s*(?:[^\\s<>,.;:]{1,9})?\\s*(?:[-–—]\\s*[\\d٠-٩۰-۹]|or (?:less|more|lower|higher|below|above)|and (?:below|above)|to [\\d]|إلى|أو أقل|أو أكثر|فأقل|فأكثر))';
const afterName = new RegExp(
  `(${START}[وفبل]?(?:${NAMES})(?:\\s*[:=]\\s*|\\s+(?:is|was|of)\\s+|\\s+))(?:${NUMBER})(?![\\d٠-٩۰-۹.,٫/]*[\\d٠-٩۰-۹])(?!\\s?(?:${DOSES})(?![/\\p{L}]))(?!\\s?(?:mg|mcg|g|ml|meq|mmol|units?)/(?:kg|h|day))${NO_LIMIT}`,
  'giu',
);
const beforeUnit = new RegExp(
  `(?<![<>≤≥\\d٠-٩۰-۹.,٫/-]\\s?|&[lg]t;\\s?|(?:above|below|over|under|than|to|at|target|of|من|عن|إلى)\\s)${START}(?:${NUMBER})(?=\\s?(?:${UNITS})(?![\\p{L}]))${NO_LIMIT}`,
  'giu',
);
const age = /(?<![\p{L}\d])\d{1,3}(?=[- ]?(?:year|month|day)s?[- ]old)/giu;
const date = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/gu;

const ofText = (text: string): string =>
  text.replace(date, BLANK).replace(afterName, `$1${BLANK}`).replace(beforeUnit, BLANK).replace(age, BLANK);

/** @param html sanitised; its tags stay as they are */
export const withoutPatientValues = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : ofText(part)))
    .join('');
