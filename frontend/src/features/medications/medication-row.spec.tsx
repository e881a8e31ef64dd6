import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import type { AdmissionMedication } from 'language/contract/entities';
import { medicationFields } from 'language/domain/admission/fields';
import { shownChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { medication } from '../../testing/hospital.ts';
import { MedicationLines } from './medication-row.tsx';

const shown = (of: AdmissionMedication): string => {
  const { container, unmount } = render(
    <ChakraProvider value={system}>
      <MedicationLines medication={of} now="2026-03-03" />
    </ChakraProvider>,
  );
  const text = container.textContent;
  unmount();
  return text;
};

test.each(shownChanges(medicationFields))('the list has the field %s of a medication', (_field, change) =>
  expect(shown({ ...medication('m1', 'Meronem'), ...change })).not.toBe(shown(medication('m1', 'Meronem'))),
);
