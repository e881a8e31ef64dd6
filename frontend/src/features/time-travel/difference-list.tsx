import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { BeforeAfter, changeLook } from '../../clinical/change-line.tsx';
import { changedFields } from '../../clinical/change-fields.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { EntryHistoryLinks } from '../../clinical/entry-history-link.tsx';
import { linkLook } from '../../components/link-look.ts';
import type { Difference, Part } from './differences.ts';
import { travelText } from './messages.ts';

const text = travelText.differences;
const look = {
  '& h3': { fontSize: 'sm', fontWeight: 'bold', marginBlockStart: '4', marginBlockEnd: '1' },
  '& ul': { listStyle: 'none' },
  '& li': { borderTopWidth: '1px', borderColor: 'border.muted', paddingBlock: '2' },
  '& li[data-within]': { paddingInlineStart: '4' },
  '& .what, & .lives': { fontSize: 'xs', color: 'fg.muted' },
  '& .told a': linkLook,
  ...changeLook,
};
/** Rows at a time: each has a comparison of texts. */
const STEP = 50;

const nameOf = ({ of, name }: Difference): string => {
  if (of.startsWith('review:')) return text.reviewOf(name);
  if (of.startsWith('note:')) return text.noteOf(name);
  return of.startsWith('medications:') ? text.order : name;
};
const whatOf = ({ before, after }: Difference): string =>
  before === null ? text.came : after === null ? text.went : text.other;

/** What is otherwise now, by the parts of the chart. @param changes how many were made since */
export function DifferenceList({ parts, changes }: { parts: readonly Part[]; changes: number }) {
  const [most, setMost] = useState(STEP);
  const before = (part: number): number =>
    parts.slice(0, part).reduce((sum, { differences }) => sum + differences.length, 0);
  const all = before(parts.length);
  return (
    <Box css={look}>
      <Box role="status" color="fg.muted">
        {all === 0 && changes === 0 ? text.none : text.count(changes, all)}
      </Box>
      {parts.map(({ part, differences }, place) => {
        const shown = differences.slice(0, Math.max(0, most - before(place)));
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
      {all > most ? (
        <Button size="sm" variant="outline" marginBlockStart="2" onClick={() => setMost(most + STEP)}>
          {text.more(all - most)}
        </Button>
      ) : null}
    </Box>
  );
}
