import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { entryFields } from 'language/domain/admission/fields';
import { shownChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { blankEntry, type EntryDraft } from './entry-draft.ts';
import { EntryLines } from './entry-lines.tsx';

const entry: EntryDraft = { ...blankEntry, errType: 't1', errTypeLabel: 'Dose', errDrugLabel: 'Marevan' };
const shown = (of: EntryDraft): string => {
  const { container, unmount } = render(
    <ChakraProvider value={system}>
      <EntryLines entry={of} />
    </ChakraProvider>,
  );
  const text = container.textContent;
  unmount();
  return text;
};

// The answers stand in the history.
const { severityAnswers: _answers, ...inChart } = entryFields;
test.each(shownChanges(inChart))('the chart has the field %s of an entry', (_field, change) =>
  expect(shown({ ...entry, ...change })).not.toBe(shown(entry)),
);
