import { Box } from '@chakra-ui/react/box';
import type { DrugErr } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { GivenAnswer, givenAnswerStyle } from '../../clinical/given-answer.tsx';
import { EntryHistoryLink } from '../../clinical/history-links.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import { CopiedMark, EntryLines, entryListStyle } from './entry-lines.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { Stars } from './stars.tsx';

const style = { ...entryListStyle, ...givenAnswerStyle, '& .life': linkStyle };

/** The entries of a review as they were on a day, read-only. `arrivals` has the keys `entry:<id>`. */
export function ReadOnlyEntries({
  review,
  team,
  entries,
  on,
  arrivals,
}: {
  review: string;
  team: string;
  entries: readonly DrugErr[];
  on: string;
  arrivals: ReadonlyMap<string, Arrival>;
}) {
  const t = useTranslation();
  return (
    <Box css={style}>
      <h4>{t('entry.count', { entries: entries.length })}</h4>
      {entries.length === 0 ? (
        <Box color="fg.muted" fontSize="sm">
          {t('entry.none')}
        </Box>
      ) : null}
      <ul className="entries">
        {entries.map((entry) => (
          <li
            key={entry._id}
            className="entry"
            data-entry={entry._id}
            data-item={`entry-${entry._id}`}
            data-new={arrivals.get(`entry:${entry._id}`)}
          >
            <div className="row">
              <EntryLines
                entry={entry}
                on={on}
                tail={
                  <>
                    <Stars value={entry.rating} />
                    <CopiedMark entry={entry} />
                    {isNoError(entry.errType) ? null : (
                      <EntryHistoryLink entry={entry._id} review={review} drug={entry.errDrugLabel} />
                    )}
                  </>
                }
              />
              <GivenAnswer entry={entry} team={team} />
            </div>
          </li>
        ))}
      </ul>
    </Box>
  );
}
