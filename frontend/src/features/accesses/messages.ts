/** Words of the access log. */
import type { Access, AccessKind } from 'command-api/contract/accesses';

const days = (startDate: string | undefined, endDate: string | undefined): string =>
  startDate === undefined || endDate === undefined ? '' : `, ${startDate} to ${endDate}`;

/** Either date may be missing. */
const since = (startDate: string | undefined, endDate: string | undefined): string =>
  startDate === undefined
    ? endDate === undefined
      ? ''
      : `, until ${endDate}`
    : endDate === undefined
      ? `, since ${startDate}`
      : `, ${startDate} to ${endDate}`;

export const accessText = {
  title: 'Access log',
  lead:
    'Who opened which chart, searched, exported, printed, or asked the chat assistant. A chart that ' +
    'one person reads again within a quarter of an hour is shown once.',
  adminOnly: 'Only the team’s admin and its auditors see who has looked at what.',
  chartsOnly: 'Auditors see who has looked at which patient; searches, lists and reports are the admin’s to see.',
  filters: 'Show',
  from: 'From',
  to: 'To',
  wrongOrder: 'This is before the first day',
  person: 'Person',
  everybody: 'Everybody',
  kind: 'What',
  anything: 'Anything',
  onlyPatient: (name: string) => `Only ${name}`,
  ofPatient: 'Patient',
  ofChart: 'Chart',
  allPatients: 'Show all patients',
  clear: 'Clear',
  loading: 'Reading the access log',
  count: (total: number) => (total === 1 ? '1 access' : `${total} accesses`),
  none: 'Nothing was looked at',
  noneHint: 'No access fits what is asked for above. A new one is here within seconds, a search after a minute.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  deletedPatient: 'a deleted patient',
  deletedAccount: 'an account that is not there',
  kinds: {
    ChartOpened: 'Opened a chart',
    PatientOpened: 'Opened a patient',
    PatientsSearched: 'Searched patients',
    PatientsListed: 'Read a list of patients',
    ReportRead: 'Read a report',
    ReviewsExported: 'Exported reviews',
    ReviewPrinted: 'Printed a review',
    ReportPrinted: 'Printed a report',
    ChatAsked: 'Asked the chat assistant',
    ErrorsSearched: 'Searched errors',
    ErrorsExported: 'Exported errors',
    HistoryRead: 'Read a history',
    HistoryVerified: 'Verified a history',
    HistoryExported: 'Exported a history',
  } satisfies Record<AccessKind, string>,
  chart: 'Opened the chart of',
  admitted: (date: string) => `, admitted ${date}`,
  patient: 'Opened the patient',
  searched: (searches: number, found: number) =>
    `Searched patients${searches > 1 ? ` ${searches} times` : ''}: ${found} found`,
  lists: {
    inpatients: 'Read who lies in',
    ward: 'Read the ward board',
    handover: 'Read the handover list',
  } satisfies Record<NonNullable<Access['list']>, string>,
  listed: (found: number) => `: ${found} in all`,
  readReport: (report: string, startDate?: string, endDate?: string) =>
    `Read the report ${report}${days(startDate, endDate)}`,
  exported: (startDate?: string, endDate?: string) => `Exported reviews as CSV${days(startDate, endDate)}`,
  printedReview: (date: string) => `Printed the review${date === '' ? '' : ` of ${date}`} of`,
  printedReport: (report: string, startDate?: string, endDate?: string) =>
    `Printed the report ${report}${days(startDate, endDate)}`,
  errorsSearched: (found: number, startDate?: string, endDate?: string) =>
    `Searched what became of errors${since(startDate, endDate)}: ${found === 1_000 ? '1,000 or more' : found} found`,
  errorsExported: (format: string, startDate?: string, endDate?: string) =>
    `Exported what became of errors, ${format === 'csv' ? 'as CSV' : 'signed'}${since(startDate, endDate)}`,
  past: {
    HistoryRead: 'Read the history of',
    HistoryVerified: 'Verified the history of',
    HistoryExported: 'Exported the history of',
  },
  ofTeam: 'the team',
  ofEverything: 'everything of the team',
  chartOf: 'the chart of',
  ofDrug: (drug: string) => `the drug ${drug || 'that is not there any more'}`,
  asked: (reviews: number) => `Sent ${reviews === 1 ? '1 review' : `${reviews} reviews`} to the chat assistant, of`,
};
