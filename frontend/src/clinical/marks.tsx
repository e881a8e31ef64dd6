/**
 * The marks of an entry: severity, response, follow-up date. A mark is a letter or a text with a colour, never a colour
 * alone (docs/product.md, "Severity"). Plain elements: the root of the list has the styles.
 */
import { isNoError, type Response, type Severity } from 'language/domain/values/codes';
import { useTranslation } from '../platform/language/use-translation.ts';
import { formatDate, useToday } from '../platform/time/dates.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { responseLabel, responseSigns, severityLabel } from './code-labels.ts';

/** Five steps of harm for the nine letters, each with a colour of the theme (`components/theme/palette.ts`). */
export type Harm = 'none' | 'potential' | 'reached' | 'harm' | 'grave';

export function harmOf(severity: Severity | null): Harm {
  switch (severity) {
    case null:
      return 'none';
    case 'A':
    case 'B':
      return 'potential';
    case 'C':
    case 'D':
      return 'reached';
    case 'E':
    case 'F':
      return 'harm';
    case 'G':
    case 'H':
    case 'I':
      return 'grave';
  }
}
const harms: readonly Harm[] = ['none', 'potential', 'reached', 'harm', 'grave'];

/** Spread into the styles of the root of severity marks. */
export const severityStyle = {
  '& .mark': {
    flexShrink: 0,
    width: '28px',
    height: '28px',
    borderRadius: 'l2',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    fontWeight: 'bold',
    fontSize: 'sm',
  },
  ...Object.fromEntries(
    harms.map((harm) => [`& .mark[data-harm=${harm}]`, { bg: `severity.${harm}.bg`, color: `severity.${harm}.fg` }]),
  ),
};

/** Beside it, ✓ is the response "Accept". */
export const NO_ERROR_SIGN = '•';

/**
 * A severity as one letter. Needs a root with `severityStyle`.
 * @param type the error type; may be left out for an entry that is an error
 */
export function SeverityMark({ type = '', severity }: { type?: string; severity: Severity | null }) {
  const t = useTranslation();
  const words = isNoError(type)
    ? t('code.noError')
    : severity === null
      ? t('mark.notGraded')
      : t('mark.severity', { letter: severity, meaning: severityLabel(severity) });
  return (
    <span className="mark" data-harm={harmOf(severity)} role="img" aria-label={words} title={words}>
      {isNoError(type) ? NO_ERROR_SIGN : (severity ?? '–')}
    </span>
  );
}

/** The response to a recommendation in a sign and a word; without one: "Pending". Needs a root with `responseStyle`. */
export const ResponseMark = ({ response }: { response: Response | null }) => {
  const t = useTranslation();
  return (
    <span className="response" data-response={response ?? 'pending'}>
      {response === null ? (
        t('mark.pending')
      ) : (
        <>
          <span aria-hidden>{responseSigns[response]}&nbsp;</span>
          {responseLabel(response)}
        </>
      )}
    </span>
  );
};

/** Spread into the styles of the root. */
export const responseStyle = {
  '& .response': {
    fontSize: 'xs',
    fontWeight: 'semibold',
    paddingInline: '2',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    lineHeight: '20px',
  },
  '& .response[data-response=pending]': { borderStyle: 'dashed', color: 'fg.muted', fontWeight: 'normal' },
  '& .response[data-response="1"]': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border' },
  '& .response[data-response="2"], & .response[data-response="3"]': {
    bg: 'amber.subtle',
    color: 'amber.fg',
    borderColor: 'amber.border',
  },
  '& .response[data-response="4"]': { bg: 'bg.error', color: 'fg.error', borderColor: 'border.error' },
};

/**
 * The follow-up date of an entry, emphasised from that day on. Needs a root with `followUpStyle`.
 * @param waiting true while the response is pending. With a response there is nothing to follow up: the date is plain.
 * @param on the day of the view; default today
 */
export function FollowUpMark({ date, waiting, on }: { date: string; waiting: boolean; on?: string | undefined }) {
  const t = useTranslation();
  const now = useToday();
  const today = on ?? now;
  const due = !waiting || date > today ? 'later' : date < today ? 'overdue' : 'today';
  return (
    <span className="follow-up" data-due={due}>
      <ClinicalText>{t(`mark.followUp.${due}`, { date: formatDate(date) })}</ClinicalText>
    </span>
  );
}

/** Spread into the styles of the root. */
export const followUpStyle = {
  '& .follow-up': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .follow-up[data-due=today]': { color: 'amber.fg', fontWeight: 'semibold' },
  '& .follow-up[data-due=overdue]': { color: 'fg.error', fontWeight: 'semibold' },
};
