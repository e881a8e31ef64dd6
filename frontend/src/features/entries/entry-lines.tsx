import { isNoError } from 'language/domain/values/codes';
import type { DrugErr } from 'language/contract/entities';
import type { ReactNode } from 'react';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import {
  FollowUpMark,
  followUpStyle,
  ResponseMark,
  responseStyle,
  SeverityMark,
  severityStyle,
} from '../../clinical/marks.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import type { EntryDraft } from './entry-draft.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { iconButtonStyle } from '../../components/icon-button.ts';
import { starsStyle } from './stars.tsx';
import { errorTypeLabel, pcneText, severityLabel } from '../../clinical/code-labels.ts';

/** The styles of all rows of a list of entries, under its one styled root. */
export const entryListStyle = {
  '& h4': {
    fontSize: 'xs',
    fontWeight: 'bold',
    letterSpacing: '0.06em',
    color: 'fg.muted',
    marginBlockStart: '3',
    marginBlockEnd: '1',
  },
  // The frame of a new entry lies around the row, not across its first letter.
  '& .entries': {
    listStyle: 'none',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    marginBlockEnd: '2',
    marginInline: '-2',
  },
  '& .entry': { borderBottomWidth: '1px', borderColor: 'border.muted', paddingInline: '2' },
  // A part with the width of the row wraps below the others.
  '& .row': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: { base: '2', sm: '3' },
    rowGap: '1',
    paddingBlock: { base: '2', lg: '1' },
  },
  '& .row[aria-busy=true]': { opacity: 0.65 },
  '& .body': { flex: '1 1 0', minWidth: 0 },
  // On a phone one button opens the others, below the text.
  '& .row .more': { display: { base: 'none', mdDown: 'inline-flex' } },
  '& .row:not([data-menu]) .icon-button:not(.more)': { display: { mdDown: 'none' } },
  '& .row[data-menu] > .body': { flexBasis: { mdDown: 'calc(100% - 6.5rem)' } },
  '& .first': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    minHeight: '28px',
  },
  '& .type': { color: 'fg.muted' },
  '& .severity': { fontSize: 'xs', color: 'fg.muted' },
  ...responseStyle,
  ...followUpStyle,
  '& .tags': { listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '1' },
  '& .tags li': { fontSize: 'xs', color: 'fg.muted', bg: 'bg.muted', borderRadius: 'l1', paddingInline: '1.5' },
  '& .stars': starsStyle,
  '& .copied': { fontSize: 'xs', color: 'fg.muted', fontStyle: 'italic' },
  '& .actions': { display: 'flex', flexShrink: 0, marginInlineStart: 'auto' },
  // Plain buttons: a chart has three in each of up to a thousand rows.
  ...iconButtonStyle,
  '& kbd': { fontSize: 'xs', fontWeight: 'normal', color: 'fg.muted', marginInlineStart: '1' },
  ...severityStyle,
};

/** Plain elements under the one styled root of the list: a Chakra part for each cell is 17 times slower. */
export function EntryLines({
  entry,
  tail,
  response,
  on,
}: {
  entry: EntryDraft;
  tail?: ReactNode;
  /** In place of the mark of an error's response. */
  response?: ReactNode;
  /** The day on which it is shown, where that is not today. */
  on?: string;
}) {
  const t = useTranslation();
  return (
    <>
      <SeverityMark type={entry.errType} severity={entry.errSeverity} />
      <div className="body">
        <div className="first">
          <strong>
            <ClinicalName>{entry.errDrugLabel}</ClinicalName>
          </strong>
          <span className="type">
            <ClinicalName>{errorTypeLabel(entry.errType, entry.errTypeLabel)}</ClinicalName>
          </span>
          {isNoError(entry.errType) ? null : (response ?? <ResponseMark response={entry.errRes} />)}
          {entry.followUpDate === null ? null : (
            <FollowUpMark date={entry.followUpDate} waiting={entry.errRes === null} on={on} />
          )}
          {tail}
          {entry.pcne.length > 0 ? (
            <span className="type" title={entry.pcne.map(pcneText).join('\n')}>
              <ClinicalName>{t('pcne.of', { codes: entry.pcne.join(', ') })}</ClinicalName>
            </span>
          ) : null}
          {entry.drugTags.length > 0 ? (
            <ul className="tags" aria-label={t('entry.tags')}>
              {entry.drugTags.map(({ name }) => (
                <li key={name}>
                  <ClinicalText>{name}</ClinicalText>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        {entry.errSeverity === null ? null : <div className="severity">{severityLabel(entry.errSeverity)}</div>}
        {isBlank(entry.errNote) ? null : <RichTextView html={entry.errNote} />}
      </div>
    </>
  );
}

/** Marks an entry that was copied when its review was duplicated. */
export const CopiedMark = ({ entry }: { entry: Pick<DrugErr, 'copiedFrom'> }) => {
  const t = useTranslation();
  return entry.copiedFrom === undefined ? null : (
    <span className="copied" title={t('entry.copiedHint')}>
      {t('entry.copied')}
    </span>
  );
};
