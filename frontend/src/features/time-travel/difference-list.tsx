import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { BeforeAfter, changeStyle } from '../../clinical/change-line.tsx';
import { changedFields } from '../../clinical/change-fields.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { EntryHistoryLinks } from '../../clinical/history-links.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import type { Difference, ChartPart } from './differences.ts';
import { timeTravelText } from './messages.ts';

const text = timeTravelText.differences;
const look = {
  '& h3': { fontSize: 'sm', fontWeight: 'bold', marginBlockStart: '4', marginBlockEnd: '1' },
  '& ul': { listStyle: 'none' },
  '& li': { borderTopWidth: '1px', borderColor: 'border.muted', paddingBlock: '2' },
  '& li[data-within]': { paddingInlineStart: '4' },
  '& .what, & .lives': { fontSize: 'xs', color: 'fg.muted' },
  '& .told a': linkStyle,
  ...changeStyle,
};
/** Each row compares texts. */
const PAGE_SIZE = 50;

const nameOf = ({ of, name }: Difference): string => {
  if (of.startsWith('review:')) return text.reviewOf(name);
  if (of.startsWith('note:')) return text.noteOf(name);
  return of.startsWith('medications:') ? text.order : name;
};
const whatOf = ({ before, after }: Difference): string =>
  before === null ? text.came : after === null ? text.went : text.other;

/** The differences by the parts of the chart. @param changes the number of changes since */
export function DifferenceList({ parts, changes }: { parts: readonly ChartPart[]; changes: number }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const before = (part: number): number =>
    parts.slice(0, part).reduce((sum, { differences }) => sum + differences.length, 0);
  const all = before(parts.length);
  return (
    <Box css={look}>
      <Box role="status" color="fg.muted">
        {all === 0 && changes === 0 ? text.none : text.count(changes, all)}
      </Box>
      {parts.map(({ part, differences }, index) => {
        const shown = differences.slice(0, Math.max(0, limit - before(index)));
        return shown.length === 0 ? null : (
          <section key={part} aria-label={text.parts[part]}>
            <h3>{text.parts[part]}</h3>
            <ul>
              {shown.map((difference) => (
                <li key={difference.of} data-within={difference.in}>
                  <div className="told">
                    <strong>
                      <ClinicalName>{nameOf(difference)}</ClinicalName>
                    </strong>
                    <span className="what">{whatOf(difference)}</span>
                    <EntryHistoryLinks change={difference} />
                  </div>
                  <BeforeAfter
                    fields={changedFields(difference)}
                    both={difference.before !== null && difference.after !== null}
                    labels={text.labels}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {all > limit ? (
        <Button size="sm" variant="outline" marginBlockStart="2" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {text.more(all - limit)}
        </Button>
      ) : null}
    </Box>
  );
}
