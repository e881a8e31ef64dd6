/** Refusals around reports, searches, history and the live connection. */
import { type Family, forbidden, invalid, notFound, unavailable } from './sentence.ts';

export const readReasons = {
  'page-not-a-number': invalid('Pages are counted from 1'),
  'page-beyond-count': invalid('Pages are not counted so far: go on with a cursor', {
    beside: 'Go on with a cursor',
  }),
  'unknown-cursor': invalid('The list cannot be continued from here'),
  'page-and-cursor': invalid('Choose a page or a cursor, not both'),
  'record-number-too-long': invalid('This record number is too long'),
  'name-too-long': invalid('This name is too long'),
  'search-too-short': invalid('Type two characters at least'),
  'drug-too-long': invalid('This text is too long for a drug name'),
  'zero-or-one': invalid('This is 0 or 1'),
  'unknown-response': invalid('A response is 1 to 4, or pending'),
  'drug-use-of-what': invalid('Choose one drug, one substance or one tag'),
  'day-in-future': invalid('This day is in the future'),
  'unknown-access': invalid('This is no kind of access'),
  'unknown-thing': invalid('This must be what a change is about, such as entry:<id>'),

  'team-missing': invalid('Choose a team'),
  'start-date-missing': invalid('Choose the start date'),
  'end-date-missing': invalid('Choose the end date'),
  'end-before-start': invalid('The end date is before the start date'),
  'last-day-before-first': invalid('The last day is before the first one'),
  'report-missing': invalid('Choose a report: 1, 2, 3 or 5'),
  'instants-out-of-order': invalid('The later instant is before the earlier one'),
  'not-a-past-instant': invalid('This must be an instant that is over, such as 2026-03-12T09:40:00Z'),
  'unknown-format': invalid('format is csv, xlsx or ndjson'),
  'xlsx-too-long': invalid(
    'An Excel file has at most {lines:number} lines and 16 million characters: choose fewer days, or the CSV, which has no limit',
    { beside: 'Too long for an Excel file' },
  ),
  'unknown-bom': invalid('bom is 0 or 1'),
  'unknown-csv': invalid('csv is 0 or 1'),
  'unknown-separator': invalid('sep is a comma or a semicolon'),
  'unknown-on-paper': invalid('onPaper is 0 or 1'),

  'not-a-moment': invalid('This must be a revision, or an instant such as 2026-03-12T09:40:00Z'),
  'revision-not-yet': invalid('There is no revision {revision:number} yet: the newest is {newest:number}'),
  'nothing-there-then': notFound('There was nothing here yet at that time'),
  'admission-deleted-by-then': notFound('This admission had been deleted by then'),
  'patient-erased': notFound('This patient was deleted. What was written of them cannot be read any more, by anybody.'),

  'watch-what': invalid('Watch an admission or a team by its id'),
  disconnected: unavailable('Disconnected'),
  'live-unavailable': unavailable('The server cannot answer right now, please try again'),
  'chart-transferred': forbidden(
    'This patient was transferred to another team: see the chart as it was then in the list of transferred patients',
  ),
} as const satisfies Family;
