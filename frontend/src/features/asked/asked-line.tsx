import { Box } from '@chakra-ui/react/box';
import type { DrugErr } from 'language/contract/entities';
import { askedOf } from 'language/domain/admission/asked-of';
import { useState } from 'react';
import { GivenAnswer, givenAnswerStyle } from '../../clinical/given-answer.tsx';
import { policy } from '../../clinical/policy.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { linkStyle, touch } from '../../components/theme/system.ts';
import { translate } from '../../platform/language/language.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import type { AskedLineProps } from './entry-answer.tsx';
import { physiciansOf } from './physicians.ts';

const AddressForm = lazyComponent(async () => ({ default: (await import('./address-form.tsx')).AddressForm }));
const AnswerControls = lazyComponent(async () => ({ default: (await import('./answer-controls.tsx')).AnswerControls }));

const style = {
  display: 'contents',
  ...givenAnswerStyle,
  '& .asked': {
    flexBasis: '100%',
    order: 1,
    minWidth: 0,
    minHeight: '8',
    fontSize: 'xs',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
  },
  '& .asked > button': {
    ...linkStyle,
    minHeight: '8',
    paddingInline: '2',
    cursor: 'pointer',
    [touch]: { minHeight: '11' },
  },
};

function remindedText({ at, nextAt }: NonNullable<NonNullable<DrugErr['asked']>['reminded']>): string {
  return nextAt === null
    ? translate('asked.reminded', { at: formatInstant(at) })
    : translate('asked.remindedNext', { at: formatInstant(at), next: formatInstant(nextAt) });
}

/** In the chart: whom an error is asked of, with a change by its author, and the physician's answer. */
export function AskedLine({ entry, review, team, user, consultant }: AskedLineProps) {
  const t = useTranslation();
  const [open, setOpen] = useState<'address' | 'answer'>();
  const isPending = entry.errRes === null;
  const isOutcome = entry.errRes === 3 || entry.errRes === 4;
  const physicians = physiciansOf(team);
  const of = askedOf(entry.asked?.address ?? undefined, consultant, physicians);
  const name = of.kind === 'physician' && physicians.find(({ userId }) => userId === of.userId)?.name;
  const person = { _id: user };
  const canAddress = isPending && policy.recordResponse(person, team, { ...entry, userId: review.userId });
  const canAnswer = !isOutcome && policy.writeNotes(person, team);
  if (!isPending && !entry.asked?.answer && entry.asked?.reportedBy === null && !canAnswer) return null;
  const close = (): void => setOpen(undefined);
  return (
    <Box css={style}>
      <GivenAnswer entry={entry} team={team._id} user={user} />
      {isPending || canAnswer ? (
        <div className="asked" data-print="hide">
          {isPending ? (
            <ClinicalText>{name ? t('asked.askedOf', { name }) : t('asked.askedOfPhysicians')}</ClinicalText>
          ) : null}
          {isPending && entry.asked?.reminded ? <> · {remindedText(entry.asked.reminded)}</> : null}
          {canAddress && physicians.length > 0 ? (
            <button
              type="button"
              aria-expanded={open === 'address'}
              aria-label={t('asked.addressOf', { drug: entry.errDrugLabel })}
              onClick={() => setOpen(open === 'address' ? undefined : 'address')}
            >
              {t('asked.address')}
            </button>
          ) : null}
          {canAnswer ? (
            <button
              type="button"
              aria-expanded={open === 'answer'}
              aria-label={t('asked.answerOf', { drug: entry.errDrugLabel })}
              onClick={() => setOpen(open === 'answer' ? undefined : 'answer')}
            >
              {t(isPending ? 'asked.answer' : 'asked.answerAgain')}
            </button>
          ) : null}
          <AsyncBoundary>
            {open === 'address' && canAddress ? (
              <AddressForm
                entry={entry}
                review={review._id}
                physicians={physicians}
                consultant={consultant}
                onDone={close}
              />
            ) : null}
            {open === 'answer' && canAnswer ? (
              <AnswerControls
                entry={entry}
                review={review._id}
                where={paths.admission.href(review.admission, { review: review._id })}
                refusalReasons={team.answerRules.refusalReasons}
                onAnswered={close}
              />
            ) : null}
          </AsyncBoundary>
        </div>
      ) : null}
    </Box>
  );
}
