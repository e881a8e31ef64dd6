/**
 * The question for the external chat assistant (specification §1): birthdate, admission details, and of each review its
 * date, note and medications. No name, record number or author is put in; what people wrote into the texts they see
 * before it goes.
 */
import type { AdmissionDetails, Review } from 'command-api/contract/entities';
import { isNoError, responseLabel } from 'command-api/domain/codes';
import { dayOfStay, shownAge, shownDate } from '../../platform/time/dates.ts';
import { plainText } from '../../platform/text/sanitize.ts';

type Stay = Pick<AdmissionDetails, 'admissionDate' | 'admissionDetails'> & {
  patientDetails: Pick<AdmissionDetails['patientDetails'], 'birthdate'>;
};

const sentence = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

function medicationOf({
  errDrugLabel,
  errType,
  errTypeLabel,
  errSeverity,
  errRes,
  errNote,
}: Review['drugErrs'][number]): string {
  const judged = isNoError(errType)
    ? []
    : [
        errSeverity === null ? undefined : `severity ${errSeverity}`,
        errRes === null ? 'response pending' : `response ${responseLabel(errRes)}`,
      ];
  return `- ${errDrugLabel}: ${sentence(errTypeLabel, ...judged, plainText(errNote))}`;
}

export function promptOf(
  { admissionDate, admissionDetails, patientDetails: { birthdate } }: Stay,
  reviews: readonly Review[],
): string {
  const age = shownAge(birthdate);
  return [
    'Act as a clinical pharmacist. Read this admission and its medication reviews, and point out drug-related problems, interactions and doses to be checked.',
    '',
    `Patient born ${shownDate(birthdate)}${age === '' ? '' : ` (${age})`}, admitted ${shownDate(admissionDate)}.`,
    `Admission details: ${plainText(admissionDetails) || 'none written'}`,
    ...reviews.flatMap(({ reviewDate, clinicalNote, drugErrs }) => {
      const day = dayOfStay(admissionDate, reviewDate);
      return [
        '',
        `Review of ${shownDate(reviewDate)}${day === undefined ? '' : ` (day ${day})`}: ${plainText(clinicalNote) || 'no note'}`,
        ...drugErrs.map(medicationOf),
      ];
    }),
  ].join('\n');
}

/** Browsers and the servers behind take addresses of this length; beyond it some cut them off without a word. */
const LONGEST_LINK = 8_000;

/** `chatUrl` with the text in the place of `{prompt}`, or as its `q`. Undefined where it would be too long. */
export function chatLink(chatUrl: string, prompt: string): string | undefined {
  const link = chatUrl.includes('{prompt}')
    ? chatUrl.replace('{prompt}', encodeURIComponent(prompt))
    : withQuestion(chatUrl, prompt);
  return link.length <= LONGEST_LINK ? link : undefined;
}
/** The chat without a question. */
export const bareChat = (chatUrl: string): string => chatUrl.replace('{prompt}', '');

function withQuestion(chatUrl: string, prompt: string): string {
  const url = new URL(chatUrl);
  url.searchParams.set('q', prompt);
  return url.href;
}
