import { Box } from '@chakra-ui/react/box';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { Finding } from './checks.ts';
import { checkText } from './messages.ts';

const list = {
  listStyle: 'none',
  '& li': {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    paddingBlock: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _last: { borderBlockEndWidth: 0 },
  },
  '& svg': { flexShrink: 0, marginBlockStart: '2px', color: 'fg.subtle' },
  '& [data-state=good] svg': { color: 'brand.fg' },
  '& [data-state=bad] svg': { color: 'amber.fg' },
  '& strong': { display: 'block' },
  '& span': { color: 'fg.muted' },
};
const marks = { good: CircleCheck, bad: TriangleAlert, waiting: CircleDashed };
const meanings = { good: checkText.good, bad: checkText.bad, waiting: checkText.checking };

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <Box as="ul" css={list}>
      {findings.map(({ name, state, words }) => {
        const Mark = marks[state];
        return (
          <li key={name} data-state={state}>
            <Mark size={18} role="img" aria-label={meanings[state]} />
            <div>
              <strong>{name}</strong>
              <span>{words}</span>
            </div>
          </li>
        );
      })}
    </Box>
  );
}
