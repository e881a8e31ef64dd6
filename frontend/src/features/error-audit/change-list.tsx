/**
 * The changes of errors, newest first, with links to the history of the error and to the patient chart at that time.
 * Plain elements under one styled root, as in every list of many rows.
 */
import { Box } from '@chakra-ui/react/box';
import type { EntryChange, ErrorChange } from 'language/contract/history';
import type { Response } from 'language/domain/values/codes';
import { Clock, History, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatInstant, recordedLater } from '../../platform/time/instants.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { severityStyle, SeverityMark } from '../../clinical/marks.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';
import { errorTypeName } from '../../clinical/error-types.ts';

const listStyle = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  // The browser skips the rows outside the window: thousands of rows cost no more than a page.
  '& li': {
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 4.5rem',
    display: 'grid',
    gridTemplateColumns: { base: 'auto minmax(0, 1fr)', md: '8.5rem auto minmax(0, 1fr) auto' },
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    paddingInline: { base: '3', md: '4' },
    paddingBlock: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& li:last-child': { borderBlockEndWidth: 0 },
  '& .when': {
    fontSize: 'xs',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    gridColumn: { base: '1 / -1', md: 'auto' },
    display: { base: 'flex', md: 'block' },
    columnGap: '2',
    minWidth: 0,
  },
  '& .when b': { display: 'block', color: 'fg', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .recorded': { display: 'block', fontStyle: 'italic' },
  '& .what': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '2.5' },
  '& .muted': { color: 'fg.muted', fontSize: 'xs' },
  '& .change': { fontWeight: 'semibold' },
  '& .change s': { fontWeight: 'normal', color: 'fg.muted' },
  '& .badge': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    fontSize: 'xs',
    fontWeight: 'semibold',
    paddingInline: '1.5',
    borderRadius: 'l1',
    lineHeight: '20px',
    bg: 'amber.subtle',
    color: 'amber.fg',
  },
  '& .badge[data-deleted]': { bg: 'bg.error', color: 'fg.error' },
  '& .links': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    gridColumn: { base: '2', md: 'auto' },
    fontSize: 'xs',
    fontWeight: 'semibold',
  },
  '& .links a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    color: 'brand.fg',
    _hover: { textDecoration: 'underline' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  ...severityStyle,
};

export function ChangeList({ changes }: { changes: readonly ErrorChange[] }) {
  const t = useTranslation();
  return (
    <Box as="ul" aria-label={t('audit.list')} css={listStyle}>
      {changes.map((change) => (
        <ChangeRow key={change._id} change={change} />
      ))}
    </Box>
  );
}

function ChangeRow({ change }: { change: ErrorChange }) {
  const t = useTranslation();
  const { at, actorName, errType, errSeverity, errDrugLabel, errTypeLabel, patientName, what } = change;
  const when = formatInstant(at);
  const later = recordedLater(change);
  return (
    <li data-change={change._id}>
      <div className="when">
        <time dateTime={at}>
          <ClinicalText>{when}</ClinicalText>
        </time>
        <b>
          <bdi>{actorName || t('people.unknown')}</bdi>
        </b>
        {later === undefined ? null : (
          <time className="recorded" dateTime={later.recordedAt} title={t('audit.recordedHint')}>
            <ClinicalText>{t('audit.recorded', { instant: later.shown })}</ClinicalText>
          </time>
        )}
      </div>
      <SeverityMark type={errType} severity={errSeverity} />
      <div className="what">
        <div className="line">
          <strong>
            <ClinicalName>{errDrugLabel}</ClinicalName>
          </strong>
          <span className="muted">
            <ClinicalName>{errorTypeLabel(errType, errTypeLabel)}</ClinicalName>
          </span>
          {change.late && (
            <span className="badge" title={t('audit.lateHint')}>
              <Clock size={12} aria-hidden />
              {t('audit.isLate')}
            </span>
          )}
          {what.includes('removed') && (
            <span className="badge" data-deleted>
              <Trash2 size={12} aria-hidden />
              {t('audit.isDeleted')}
            </span>
          )}
        </div>
        <div className="line">
          {what.length === 0 ? (
            <span className="change">{t('audit.saved')}</span>
          ) : (
            what
              .filter((one) => one !== 'removed')
              .map((one) => (
                <span key={one} className="change">
                  {changeText(one, change)}
                </span>
              ))
          )}
          <span className="muted">
            <bdi dir="auto">{patientName || t('audit.unnamed')}</bdi>
          </span>
        </div>
      </div>
      <div className="links">
        <Link
          to={paths.entryLife.href(change.entry, change.review)}
          aria-label={t('audit.lifeOf', { drug: errDrugLabel })}
        >
          {t('audit.life')}
        </Link>
        <Link
          to={paths.chartThen.href(change.admission, String(change.revision))}
          aria-label={t('audit.chartThenOf', { at: when })}
        >
          <History size={14} aria-hidden />
          &nbsp;{t('audit.chartThen')}
        </Link>
      </div>
    </li>
  );
}

const response = (code: Response | null | undefined): string =>
  code === null || code === undefined ? translate('audit.pending') : responseLabel(code);

/** Such as "Severity C → D". For a new entry: its response, if it has one. */
function changeText(what: EntryChange, { before, ...after }: ErrorChange): ReactNode {
  const from = (
    was: string | number | null | undefined,
    is: string | number | null,
    none = translate('audit.nothing'),
  ): ReactNode => (
    <RichMessage
      id="audit.fromTo"
      elements={{
        what: translate(`audit.what.${what}`),
        was: (
          <s>
            <ClinicalName>{String(was ?? none)}</ClinicalName>
          </s>
        ),
        is: <ClinicalName>{String(is ?? none)}</ClinicalName>,
      }}
    />
  );
  const arrival = () =>
    after.errRes === null
      ? translate(`audit.what.${what}`)
      : translate('audit.addedWith', { what: translate(`audit.what.${what}`), response: response(after.errRes) });
  const inDetail: Partial<Record<EntryChange, () => ReactNode>> = {
    added: arrival,
    copied: arrival,
    severity: () => from(before.errSeverity, after.errSeverity, translate('audit.notGraded')),
    response: () => from(response(before.errRes), response(after.errRes)),
    rating: () => from(before.rating, after.rating),
    followUp: () => from(before.followUpDate, after.followUpDate),
    drug: () => from(before.errDrugLabel, after.errDrugLabel),
    type: () => from(before.errTypeLabel && errorTypeName(before.errTypeLabel), errorTypeName(after.errTypeLabel)),
  };
  return inDetail[what]?.() ?? translate(`audit.what.${what}`);
}
