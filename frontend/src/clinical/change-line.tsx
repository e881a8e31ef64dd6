/**
 * One change: who, what and when, then the values before and after. Plain elements under a root with `changeStyle`:
 * lists of changes are long.
 */
import type { HistoryEvent } from 'language/contract/history';
import type { ReactNode } from 'react';
import { formatInstant, formatTimeAgo, recordedLater } from '../platform/time/instants.ts';
import { changedFields, type ChangedField } from './change-fields.ts';
import type { CatalogueNames } from './field-formats.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { actorNameOf, eventVerbOf } from './event-verb.ts';
import { ClinicalName, ClinicalText, clinicalText } from '../components/text/clinical-text.tsx';
import { ComparedText, markStyle, type ComparedValue } from '../components/text/compared-value.tsx';

interface Props {
  change: HistoryEvent;
  /** Replaces the words for the event. */
  headline?: ReactNode;
  /** Default: all changed fields. */
  fields?: readonly ChangedField[];
  /** The subject of the whole list: its name is not repeated in each line. */
  about?: string | undefined;
  names?: CatalogueNames | undefined;
  /** Buttons and links at the end of the first line. */
  actions?: ReactNode;
}

export function ChangeLine({ change, headline, fields, about, names, actions }: Props) {
  const { name, of, at, late, imported, unreadable, before, after } = change;
  return (
    <>
      <div className="change">
        <strong>
          <bdi>{actorNameOf(change)}</bdi>
        </strong>
        <span>
          {clinicalText(headline) ?? (
            <>
              {eventVerbOf(change)}
              {name !== undefined && of !== about ? (
                <>
                  {' '}
                  <ClinicalName>{name}</ClinicalName>
                </>
              ) : null}
            </>
          )}
        </span>
        <ChangeMarks late={late} imported={imported} unreadable={unreadable} gone={before !== null && after === null} />
        <When at={at} />
        <Recorded later={recordedLater(change)} />
        {actions}
      </div>
      <BeforeAfter fields={fields ?? changedFields(change, names)} both={before !== null && after !== null} />
    </>
  );
}

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    <ClinicalText>{`${formatInstant(at)} · ${formatTimeAgo(at)}`}</ClinicalText>
  </time>
);

/** The time of recording, if it is later than the time of the action. */
const Recorded = ({ later }: { later: ReturnType<typeof recordedLater> }) => {
  const t = useTranslation();
  return later === undefined ? null : (
    <time className="recorded" dateTime={later.recordedAt} title={t('change.recordedHint')}>
      <ClinicalText>{t('change.recorded', { instant: later.shown })}</ClinicalText>
    </time>
  );
};

export function ChangeMarks({
  late,
  imported,
  unreadable,
  gone,
}: {
  late?: boolean | undefined;
  imported?: boolean | undefined;
  unreadable?: boolean | undefined;
  gone?: boolean;
}) {
  const t = useTranslation();
  return (
    <>
      {late ? (
        <span className="flag" data-flag="late" title={t('change.lateHint')}>
          {t('change.late')}
        </span>
      ) : null}
      {imported ? (
        <span className="flag" data-flag="imported" title={t('change.importedHint')}>
          {t('change.imported')}
        </span>
      ) : null}
      {gone ? (
        <span className="flag" data-flag="deleted" title={t('change.deletedHint')}>
          {t('change.deleted')}
        </span>
      ) : null}
      {unreadable ? (
        <span className="flag" data-flag="erased" title={t('change.erasedHint')}>
          {t('change.erased')}
        </span>
      ) : null}
    </>
  );
}

/**
 * A row for each field.
 * @param both true for a change: before beside after. False for an added or deleted thing, which has one column.
 */
export function BeforeAfter({
  fields,
  both,
  labels,
}: {
  fields: readonly ChangedField[];
  both: boolean;
  labels?: { was: string; is: string };
}) {
  const t = useTranslation();
  if (fields.length === 0) return null;
  const { was: before, is: after } = labels ?? { was: t('change.was'), is: t('change.is') };
  if (!both)
    return (
      <table>
        <tbody>
          {fields.map(({ name, label, was, is }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                <Side value={is ?? was} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  return (
    <table data-both>
      <thead>
        <tr>
          <th scope="col">{t('change.field')}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, label, was, is }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td className="was" data-label={before}>
              <Side value={was} other={is} />
            </td>
            <td className="is" data-label={after}>
              <Side value={is} other={was} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Side = ({ value, other }: { value: ComparedValue | undefined; other?: ComparedValue | undefined }) => {
  const t = useTranslation();
  return value ? <ComparedText value={value} other={other} /> : <i>{t('change.nothing')}</i>;
};

/** Spread into the styles of the root. */
export const changeStyle = {
  '& .change': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '0.5' },
  '& time': { color: 'fg.muted', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
  '& time.recorded': { fontStyle: 'italic' },
  '& .flag': {
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: '20px',
    paddingInline: '1.5',
    borderRadius: 'l1',
    borderWidth: '1px',
  },
  '& .flag[data-flag=imported]': { bg: 'bg.muted', color: 'fg.muted', borderColor: 'border' },
  '& .flag[data-flag=late]': { bg: 'amber.subtle', color: 'amber.fg', borderColor: 'amber.border' },
  '& .flag[data-flag=deleted], & .flag[data-flag=erased]': {
    bg: 'bg.error',
    color: 'fg.error',
    borderColor: 'border.error',
  },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'sm', marginBlockStart: '1', tableLayout: 'fixed' },
  '& table th': {
    textAlign: 'start',
    fontSize: 'xs',
    color: 'fg.muted',
    fontWeight: 'normal',
    paddingInlineEnd: '3',
    paddingBlock: '0.5',
    verticalAlign: 'top',
    width: { base: '6rem', sm: '8.5rem' },
  },
  '& table thead th': { width: 'auto', fontWeight: 'semibold' },
  '& table thead th:first-of-type': { width: { base: '6rem', sm: '8.5rem' } },
  '& table tbody td': { verticalAlign: 'top', paddingInlineEnd: '3', paddingBlock: '0.5', overflowWrap: 'anywhere' },
  '& table i': { color: 'fg.muted' },
  ...markStyle,
  '& .was mark': { textDecorationStyle: 'dashed', bg: 'bg.muted' },
  '& .was mark::before': { content: '" [" var(--mark-was) " "' },
  '& .is mark::before': { content: '" [" var(--mark-now) " "' },
  // On a phone a field is a block, with the value before above the value after.
  '@media (max-width: 40rem)': {
    '& table[data-both] thead': { display: 'none' },
    '& table[data-both] tr, & table[data-both] td, & table[data-both] tbody th': { display: 'block', width: 'auto' },
    '& table[data-both] tbody td': { display: 'flex', gap: '2', paddingInlineEnd: '0' },
    '& table[data-both] td::before': {
      content: 'attr(data-label)',
      color: 'fg.muted',
      fontSize: 'xs',
      flex: '0 0 4.2rem',
      paddingBlockStart: '1px',
    },
    '& table[data-both] td > *': { minWidth: 0 },
  },
};
