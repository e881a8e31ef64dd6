/** A physician's own answer to an entry, and who reported a response (docs/product.md, "The physician's answer"). */
import type { DrugErr } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import { translate } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { formatInstant } from '../platform/time/instants.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useNameOf } from './member-name.ts';

type Answered = Pick<DrugErr, 'asked' | 'errRes' | 'errType'>;

/** Spread into the styles of the root. */
export const givenAnswerStyle = {
  '& .given-answer': { flexBasis: '100%', order: 1, minWidth: 0, fontSize: 'sm', overflowWrap: 'anywhere' },
  '& .given-answer q': { fontStyle: 'italic', quotes: 'none' },
  '& .given-answer small': { fontSize: 'xs', color: 'fg.muted' },
};

/** The sentences about an answer: who, what, when. Empty without one. */
export function answerSentences({ asked, errRes }: Answered, nameOf: (userId: string) => string): string[] {
  const { answer, reportedBy } = asked ?? { answer: null, reportedBy: null };
  return [
    ...(answer
      ? [
          translate(`givenAnswer.${answer.answer}`, { name: nameOf(answer.userId), at: formatInstant(answer.at) }),
          ...(answer.isOfEarlierText ? [translate('givenAnswer.edited')] : []),
        ]
      : []),
    ...(reportedBy !== null && (errRes === 1 || errRes === 2)
      ? [translate('givenAnswer.reported', { name: nameOf(reportedBy) })]
      : []),
  ];
}

interface Props {
  entry: Answered;
  /** The team whose members give the names. */
  team: string;
  user?: string | undefined;
}

/** Nothing for an entry without an answer: a chart has up to a thousand rows. */
export const GivenAnswer = (props: Props) => {
  const { asked, errType } = props.entry;
  const isThere = asked !== undefined && (asked.answer !== null || asked.reportedBy !== null);
  return isThere && !isNoError(errType) ? <Sentences {...props} /> : null;
};

function Sentences({ entry, team, user }: Props) {
  const t = useTranslation();
  const nameOf = useNameOf(team);
  const sentences = answerSentences(entry, (id) => (id === user ? t('givenAnswer.you') : nameOf(id)));
  if (sentences.length === 0) return null;
  const words = [entry.asked?.answer?.reason, entry.asked?.answer?.text].filter(Boolean);
  return (
    <div className="given-answer">
      {sentences.map((sentence, at) => (
        <div key={sentence}>
          <ClinicalText>{sentence}</ClinicalText>
          {at === 0 && words.length > 0 ? (
            <>
              {' '}
              <q dir="auto">{words.join(' · ')}</q>
            </>
          ) : null}
        </div>
      ))}
    </div>
  );
}
