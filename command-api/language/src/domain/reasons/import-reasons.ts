/** Refusals of the import of tables: of a whole file, and of a row. */
import { conflict, type Family, invalid, tooLarge, unsupported } from './sentence.ts';

export const importReasons = {
  'no-table-sent': invalid('Send a file'),
  'table-file-too-large': tooLarge('A file is at most {megabytes:number} MB'),
  'table-too-many-rows': tooLarge('A table has at most {limit:number} rows: divide it'),
  'table-too-many-columns': tooLarge('A table has at most {limit:number} columns'),
  'table-takes-too-much': tooLarge('This file takes too much memory or time to read: save it as CSV, or divide it'),
  'not-a-table': unsupported('This is no CSV or XLSX file. Save an older Excel file as XLSX first'),
  'table-is-empty': invalid('This table has no rows below its headings'),
  'unknown-sheet': invalid('The file has no sheet of this name'),
  'source-name-required': invalid('Name the source'),
  'too-many-sources': conflict('At most {limit:number} sources are kept: remove one first'),

  'cell-required': invalid('This cell is empty'),
  'date-not-understood': invalid('This is not a date that the product reads: {text:text}'),
  'date-order-unknown': invalid('Say whether the day or the month comes first: {text:text}'),
  'word-not-understood': invalid('This word is not known here: {text:text}'),
  'value-not-understood': invalid('This is not a test with a value and a unit that the product knows: {text:text}'),
  'unit-missing': invalid('The unit is missing: it is not guessed'),
  'value-questionable': invalid(
    'This value is hardly possible, or can be read in two ways: {text:text}. Check number and unit, or enter it in the chart',
  ),
  'no-allergy-in-row': invalid('This row says that no allergy is known: a person confirms that in the chart'),
  'patient-of-number-differs': conflict(
    'A patient with this record number is registered with another name, birth date or sex',
  ),
  'patient-of-number-deleted': conflict(
    'The patient of this record number was deleted: register them by hand if they are here again',
  ),
  'several-patients-of-number': conflict('Several patients of the team have this record number'),
  'patient-of-number-unknown': invalid('No patient of the team has this record number: import the patients first'),
  'no-stay-on-day': invalid('The patient has no stay on {day:date}: import the admissions first'),
} as const satisfies Family;
