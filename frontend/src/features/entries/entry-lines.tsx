import { isNoError, severityLabel } from 'command-api/domain/values/codes';
import type { DrugErr } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { FollowUpMark } from '../../clinical/follow-up-mark.tsx';
import { ResponseMark } from '../../clinical/response-mark.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { SeverityMark } from '../../clinical/severity-mark.tsx';
import type { EntryDraft } from './entry-draft.ts';
import { entryText } from './messages.ts';

/** Plain elements under the one styled root of the list: a Chakra part for each cell is 17 times slower. */
export function EntryLines({
  entry,
  tail,
  on,
}: {
  entry: EntryDraft;
  tail?: ReactNode;
  /** The day on which it is shown, where that is not today. */
  on?: string;
}) {
  return (
    <>
      <SeverityMark type={entry.errType} severity={entry.errSeverity} />
      <div className="body">
        <div className="first">
          <strong>
            <ClinicalName>{entry.errDrugLabel}</ClinicalName>
          </strong>
          <span className="type">
            <ClinicalName>{entry.errTypeLabel}</ClinicalName>
          </span>
          {isNoError(entry.errType) ? null : <ResponseMark response={entry.errRes} />}
          {entry.followUpDate === null ? null : (
            <FollowUpMark date={entry.followUpDate} waiting={entry.errRes === null} on={on} />
          )}
          {tail}
          {entry.drugTags.length > 0 ? (
            <ul className="tags" aria-label="Tags">
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
export const CopiedMark = ({ entry }: { entry: Pick<DrugErr, 'copiedFrom'> }) =>
  entry.copiedFrom === undefined ? null : (
    <span className="copied" title={entryText.copiedHint}>
      {entryText.copied}
    </span>
  );
