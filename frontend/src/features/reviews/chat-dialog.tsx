import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Textarea } from '@chakra-ui/react/textarea';
import type { AdmissionDetails, Review } from 'language/contract/entities';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { plainLine } from 'language/contract/plain-text';
import { isNoError, responseLabel } from 'language/domain/values/codes';
import { copyText } from '../../platform/browser.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { isolatedText, withoutIsolates } from '../../platform/text/isolation.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useCommand } from '../../sync/commands.ts';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { dayOfStay, formatAge, formatDate } from '../../platform/time/dates.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

type AdmissionSummary = Pick<AdmissionDetails, 'admissionDate' | 'admissionDetails'> & {
  patientDetails: Pick<AdmissionDetails['patientDetails'], 'birthdate'>;
};

/** The prompt is in English. */
const STRUCK = 'struck';

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
  return `- ${errDrugLabel}: ${joined(errTypeLabel, ...judgement, plainLine(errNote, STRUCK))}`;
}

/**
 * The prompt for the external chat assistant (docs/product.md, "Chat assistant").
 * It has no name, record number or author of its own. Names in free text are for the person to remove in the preview.
 */
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
    `Admission details: ${plainLine(admissionDetails, STRUCK) || 'none written'}`,
    ...reviews.flatMap(({ reviewDate, clinicalNote, drugErrs }) => {
      const day = dayOfStay(admissionDate, reviewDate);
      const dayText = day === undefined ? '' : ` (day ${day})`;
      return [
        '',
        `Review of ${formatDate(reviewDate)}${dayText}: ${plainLine(clinicalNote, STRUCK) || 'no note'}`,
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

interface Props {
  chatUrl: string;
  admission: AdmissionDetails;
  reviews: readonly Review[];
  open: boolean;
  onClose: () => void;
}

/**
 * Shows the person exactly what is sent to the chat assistant, and records the use in the access log before it is sent
 * (docs/product.md, "Chat assistant").
 */
export default function ChatDialog({ open, onClose, ...previewProps }: Props) {
  return (
    <Sheet open={open} onClose={onClose}>
      <Preview {...previewProps} onClose={onClose} />
    </Sheet>
  );
}

function Preview({ chatUrl, admission, reviews, onClose }: Omit<Props, 'open'>) {
  const t = useTranslation();
  // A text field holds no elements, so the shown text has isolate characters. The sent text has none.
  const [written] = useState(() => ({ text: isolatedText(promptOf(admission, reviews)) }));
  const form = useFlatForm(written, 0);
  const { text: shown } = form.draft;
  const draft = `chat/${admission._id}`;
  const prompt = withoutIsolates(shown);
  const [hasCopyFailed, setHasCopyFailed] = useState(false);
  const record = useCommand(admissionCalls.recordChatAsked, { draft });
  useUnsaved(form.isDirty && !record.isSuccess ? t('review.ask.draft') : undefined);
  const link = chatLink(chatUrl, prompt);
  const target = link ?? chatLinkWithoutPrompt(chatUrl);

  /**
   * Records the use once for each preview, also when the text is copied and the chat is opened.
   * @returns true if it is in the access log
   */
  const ensureRecorded = async (): Promise<boolean> => {
    if (record.isSuccess) return true;
    return record
      .mutateAsync({ params: { id: admission._id }, team: admission.team, body: { reviews: reviews.length } })
      .then(
        () => true,
        () => false,
      );
  };
  const go = async () => {
    // Opened within the click, or the browser blocks it as a pop-up. It stays empty until the use is recorded.
    const chat = window.open('about:blank', '_blank');
    if (!(await ensureRecorded())) return chat?.close();
    // Where the browser blocks the window, a link now replaces the button.
    if (!chat) return undefined;
    chat.opener = null;
    chat.location.replace(target);
    return onClose();
  };
  const copy = async () => {
    if (!(await ensureRecorded())) return;
    const isCopied = await copyText(prompt);
    setHasCopyFailed(!isCopied);
    if (isCopied) notify.saved(t('review.ask.copied'));
  };
  const goLabel = (
    <>
      {link === undefined ? t('review.ask.goEmpty') : t('review.ask.go')}
      <ExternalLink size={15} aria-hidden />
    </>
  );
  return (
    <>
      <Dialog.Header>
        <Dialog.Title>{t('review.ask.title')}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body display="grid" gap="3">
        <Dialog.Description
          bg="amber.subtle"
          color="fg"
          borderWidth="1px"
          borderColor="amber.border"
          borderRadius="l2"
          padding="3"
        >
          {t('review.ask.warning', { host: new URL(chatUrl).host })}
        </Dialog.Description>
        <FlatDraft form={form} of={draft} what={t('review.ask.draft')} isNew isDone={record.isSuccess} />
        <FormField label={t('review.ask.text')}>
          <Textarea
            dir="auto"
            rows={14}
            fontSize="sm"
            value={shown}
            onChange={(event) => form.change({ text: event.target.value })}
          />
        </FormField>
        {link === undefined ? (
          <Box role="status" fontSize="sm">
            {t('review.ask.tooLong')}
          </Box>
        ) : null}
        {hasCopyFailed ? (
          <Box role="alert" fontSize="sm">
            {t('review.ask.notCopied')}
          </Box>
        ) : null}
        {record.error ? (
          <Box>
            <Box fontWeight="semibold" marginBlockEnd="1">
              {t('review.ask.notRecorded')}
            </Box>
            <ErrorAlert error={record.error} />
          </Box>
        ) : null}
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button variant="ghost" onClick={onClose}>
          {t('review.ask.cancel')}
        </Button>
        <Button variant="outline" disabled={record.isPending} onClick={() => void copy()}>
          {t('review.ask.copy')}
        </Button>
        {record.isSuccess ? (
          <Button asChild>
            <a href={target} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {goLabel}
            </a>
          </Button>
        ) : (
          <Button loading={record.isPending} onClick={() => void go()}>
            {goLabel}
          </Button>
        )}
      </Dialog.Footer>
    </>
  );
}
