/**
 * The prompt for the external chat assistant (docs/product.md, "Chat assistant").
 * It has no name, record number or author of its own. Names in free text are for the person to remove in the preview.
 */
import type { AdmissionDetails, Review } from 'command-api/contract/entities';
import { isNoError, responseLabel } from 'command-api/domain/values/codes';
import { dayOfStay, formatAge, formatDate } from '../../platform/time/dates.ts';
import { plainText } from '../../platform/text/sanitize.ts';

type AdmissionSummary = Pick<AdmissionDetails, 'admissionDate' | 'admissionDetails'> & {
  patientDetails: Pick<AdmissionDetails['patientDetails'], 'birthdate'>;
};

const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

function medicationOf({
  errDrugLabel,
  errType,
  errTypeLabel,
  errSeverity,
  errRes,
  errNote,
}: Review['drugErrs'][number]): string {
  const judgement = isNoError(errType)
    ? []
    : [
        errSeverity === null ? undefined : `severity ${errSeverity}`,
        errRes === null ? 'response pending' : `response ${responseLabel(errRes)}`,
      ];
  return `- ${errDrugLabel}: ${joined(errTypeLabel, ...judgement, plainText(errNote))}`;
}

export function promptOf(
  { admissionDate, admissionDetails, patientDetails: { birthdate } }: AdmissionSummary,
  reviews: readonly Review[],
): string {
  const age = formatAge(birthdate);
  return [
    'Act as a clinical pharmacist. Read this admission and its medication reviews, ' +
      'and point out drug-related problems, interactions and doses to be checked.',
    '',
    `Patient born ${formatDate(birthdate)}${age === '' ? '' : ` (${age})`}, admitted ${formatDate(admissionDate)}.`,
    `Admission details: ${plainText(admissionDetails) || 'none written'}`,
    ...reviews.flatMap(({ reviewDate, clinicalNote, drugErrs }) => {
      const day = dayOfStay(admissionDate, reviewDate);
      const dayText = day === undefined ? '' : ` (day ${day})`;
      return [
        '',
        `Review of ${formatDate(reviewDate)}${dayText}: ${plainText(clinicalNote) || 'no note'}`,
        ...drugErrs.map(medicationOf),
      ];
    }),
  ].join('\n');
}

/** Longer addresses are cut off by some browsers and servers without an error. */
const LINK_LENGTH_MAX = 8_000;

/** `chatUrl` with the prompt in place of `{prompt}`, or as its parameter `q`. Undefined where it would be too long. */
export function chatLink(chatUrl: string, prompt: string): string | undefined {
  const link = chatUrl.includes('{prompt}')
    ? chatUrl.replace('{prompt}', encodeURIComponent(prompt))
    : withPromptParameter(chatUrl, prompt);
  return link.length <= LINK_LENGTH_MAX ? link : undefined;
}
/** The address of the chat without a prompt. */
export const chatLinkWithoutPrompt = (chatUrl: string): string => chatUrl.replace('{prompt}', '');

function withPromptParameter(chatUrl: string, prompt: string): string {
  const url = new URL(chatUrl);
  url.searchParams.set('q', prompt);
  return url.href;
}
