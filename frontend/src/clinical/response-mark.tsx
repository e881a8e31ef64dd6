/** The response to a recommendation in a word; without a response: "Pending". Needs a root with `responseStyle`. */
import { responseLabel, type Response } from 'command-api/domain/values/codes';
import { markText } from './messages.ts';

export const ResponseMark = ({ response }: { response: Response | null }) => (
  <span className="response" data-response={response ?? 'pending'}>
    {response === null ? markText.pending : responseLabel(response)}
  </span>
);

/** Spread into the styles of the root. */
export const responseStyle = {
  '& .response': {
    fontSize: 'xs',
    fontWeight: 'semibold',
    paddingInline: '2',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    lineHeight: '20px',
  },
  '& .response[data-response=pending]': { borderStyle: 'dashed', color: 'fg.muted', fontWeight: 'normal' },
  '& .response[data-response="1"]': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border' },
  '& .response[data-response="2"], & .response[data-response="3"]': {
    bg: 'amber.subtle',
    color: 'amber.fg',
    borderColor: 'amber.border',
  },
  '& .response[data-response="4"]': { bg: 'bg.error', color: 'fg.error', borderColor: 'border.error' },
};
