/** All changes of one medication error, with their authors and the time between them. */
import type { Asked } from 'language/contract/entities';
import type { EntryChange, EntryLife, EntryStep } from 'language/contract/history';
import { entryChanges } from 'language/domain/admission/fields';
import { isNoError, limits, type Response } from 'language/domain/values/codes';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatDuration, formatInstant } from '../../platform/time/instants.ts';
import { ChangeLine, changeStyle } from '../../clinical/change-line.tsx';
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import { ResponseMark, responseStyle, SeverityMark, severityStyle } from '../../clinical/marks.tsx';
import { Panel } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { formatList } from '../../platform/language/format.ts';
import { type ChangedField, changedFields } from '../../clinical/change-fields.ts';

const styles = {
  '& .entry': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
  '& .type': { color: 'fg.muted' },
  '& .entry a': {
    marginInlineStart: 'auto',
    color: 'brand.fg',
    fontWeight: 'semibold',
    _hover: { textDecoration: 'underline' },
    '@media (pointer: coarse)': { paddingBlock: '2.5' },
  },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(3, auto)' },
    columnGap: '6',
    rowGap: '1',
    marginBlockStart: '3',
  },
  '& dl div': { display: { base: 'flex', md: 'block' }, justifyContent: 'space-between', gap: '3' },
  '& dt': { fontSize: 'xs', color: 'fg.muted' },
  '& dd': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  '& > ol': {
    listStyle: 'none',
    marginBlockStart: '2',
    marginInlineStart: '2',
    borderInlineStartWidth: '2px',
    borderColor: 'border.emphasized',
    paddingInlineStart: '5',
  },
  '& > ol > li': { position: 'relative', paddingBlock: '2.5' },
  '& > ol > li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 'calc(-1.25rem - 7px)',
    insetBlockStart: '1.05rem',
    width: '12px',
    height: '12px',
    borderRadius: 'full',
    bg: 'brand.solid',
    borderWidth: '2px',
    borderColor: 'bg.panel',
  },
  '& > ol > li[data-what~=removed]::before': { bg: 'fg.error' },
  '& .gap': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '& .change a': { marginInlineStart: 'auto', ...linkStyle },
  ...changeStyle,
  ...severityStyle,
  ...responseStyle,
};

export function EntryHistory({ history }: { history: EntryLife }) {
  const t = useTranslation();
  const { steps, entry } = history;
  const last = steps.findLast(({ before }) => before !== null)?.before;
  // A deleted entry is shown as it was at its deletion.
  const shown = entry ?? {
    errDrugLabel: textOf(last?.['errDrugLabel']),
    errType: textOf(last?.['errType']),
    errTypeLabel: textOf(last?.['errTypeLabel']),
  };
  return (
    <Panel css={styles}>
      <div className="entry">
        {entry ? <SeverityMark type={entry.errType} severity={entry.errSeverity} /> : null}
        <strong>
          <ClinicalName>{shown.errDrugLabel}</ClinicalName>
        </strong>
        <span className="type">
          <ClinicalName>{errorTypeLabel(shown.errType, shown.errTypeLabel)}</ClinicalName>
        </span>
        {entry && !isNoError(entry.errType) ? <ResponseMark response={entry.errRes} /> : null}
        {entry && entry.rating !== null ? (
          <span>{t('entryHistory.rating', { value: entry.rating, max: limits.rating })}</span>
        ) : null}
        {entry ? (
          <Link to={paths.admission.href(history.admission, { review: history.review })}>
            {t('entryHistory.toReview')}
          </Link>
        ) : (
          <span className="flag" data-flag="deleted" title={t('entryHistory.deletedHint')}>
            {t('entryHistory.deleted')}
          </span>
        )}
      </div>
      <dl aria-label={t('entryHistory.facts')}>
        <ElapsedTime label={t('entryHistory.since.severity')} span={history.untilSeverity} isDeleted={entry === null} />
        <ElapsedTime label={t('entryHistory.since.response')} span={history.untilResponse} isDeleted={entry === null} />
        <ElapsedTime label={t('entryHistory.since.rating')} span={history.untilRating} isDeleted={entry === null} />
      </dl>
      <ol aria-label={t('entryHistory.steps')}>
        {steps.map((step, at) => (
          <li key={step.revision} data-what={step.what.join(' ')}>
            {at === 0 ? null : (
              <div className="gap" title={t('entryHistory.sinceAdded', { span: formatDuration(step.sinceAdded) })}>
                <ClinicalText>{t('entryHistory.after', { span: formatDuration(step.sincePrevious) })}</ClinicalText>
              </div>
            )}
            <ChangeLine
              change={step}
              about={step.of}
              headline={describeStep(step)}
              fields={remainingFields(step)}
              actions={
                <Link
                  to={paths.chartThen.href(history.admission, String(step.revision))}
                  aria-label={t('history.chartThenOf', { at: formatInstant(step.at) })}
                >
                  {t('history.chartThen')}
                </Link>
              }
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** @param isDeleted the event cannot happen any more */
const ElapsedTime = ({ label, span, isDeleted }: { label: string; span: number | null; isDeleted: boolean }) => {
  const t = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {span === null ? (
          isDeleted ? (
            t('entryHistory.neverAgain')
          ) : (
            t('entryHistory.never')
          )
        ) : span === 0 ? (
          t('entryHistory.atOnce')
        ) : (
          <ClinicalText>{formatDuration(span)}</ClinicalText>
        )}
      </dd>
    </div>
  );
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Such as `changed the severity from C to D, recorded the response Accept`. */
export function describeStep({
  what,
  type,
  before,
  after,
}: Pick<EntryStep, 'what' | 'type' | 'before' | 'after'>): string {
  const values = (field: string): [unknown, unknown] => [before?.[field], after?.[field]];
  const [wasSeverity, severity] = values('errSeverity');
  const [wasResponse, response] = values('errRes');
  const followUp = values('followUpDate')[1];
  const inDetail: Partial<Record<EntryChange, () => string>> = {
    removed: () => translate(type === 'ReviewDeleted' ? 'entryHistory.removedWithReview' : 'entryHistory.removed'),
    severity: () =>
      typeof severity !== 'string'
        ? translate('entryHistory.ungraded')
        : typeof wasSeverity === 'string'
          ? translate('entryHistory.severity', { from: wasSeverity, to: severity })
          : translate('entryHistory.graded', { to: severity }),
    response: () =>
      typeof response !== 'number'
        ? translate('entryHistory.unresponded')
        : typeof wasResponse === 'number'
          ? translate('entryHistory.response', { from: responseName(wasResponse), to: responseName(response) })
          : translate('entryHistory.responded', { to: responseName(response) }),
    rating: () => translate('entryHistory.rated', { to: Number(values('rating')[1]), max: limits.rating }),
    followUp: () =>
      typeof followUp === 'string'
        ? translate('entryHistory.followUp', { date: followUp })
        : translate('entryHistory.noFollowUp'),
  };
  // The list below the sentence has the values of the others.
  const describe = (change: EntryChange): string => inDetail[change]?.() ?? translate(`entryHistory.${change}`);
  const said = type === 'EntryAnswered' ? answerIn(after) : undefined;
  if (said !== undefined) return said;
  return what.length === 0
    ? translate(
        type === 'AnswerReminded'
          ? 'entryHistory.reminded'
          : type === 'EntryTakenOver'
            ? 'entryHistory.takenOver'
            : type === 'EntryAddressed'
              ? 'entryHistory.addressed'
              : 'entryHistory.saved',
      )
    : formatList(order.filter((change) => what.includes(change)).map(describe));
}
/** The physician's own words; undefined in a history without them. */
function answerIn(after: EntryStep['after']): string | undefined {
  const { answer } = (after?.['asked'] ?? {}) as Partial<Asked>;
  if (!answer) return undefined;
  const words = [translate(`asked.done.${answer.answer}`), answer.reason, answer.text].filter((word) => word !== '');
  return translate('entryHistory.answered', { words: words.join(' · ') });
}
/** The order of the form, with the note and the tags last. */
const order = [
  ...new Set<EntryChange>(['added', 'copied', 'removed', 'movedIn', 'movedOut', 'drug', 'type', ...entryChanges]),
];
const responseName = (code: number): string => responseLabel(code as Response);

/** The changed fields that the sentence does not name. */
export const remainingFields = (step: Pick<EntryStep, 'before' | 'after'>): ChangedField[] =>
  changedFields(step).filter(
    ({ name }) =>
      step.before === null ||
      step.after === null ||
      !['errSeverity', 'errRes', 'rating', 'followUpDate', 'asked'].includes(name),
  );
