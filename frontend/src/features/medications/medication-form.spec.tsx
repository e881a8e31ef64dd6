import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { AdmissionMedication } from 'language/contract/entities';
import { medicationFields } from 'language/domain/admission/fields';
import { shownChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { medication } from '../../testing/hospital.ts';
import { serve } from '../../testing/screen.tsx';
import { MedicationForm } from './medication-form.tsx';

/** The values of the form's fields. */
function filledIn(of: AdmissionMedication): string[] {
  serve({ 'GET /api/drugs': [] });
  render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <MedicationForm admission="a1" user="u1" medication={of} onDone={() => undefined} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  const values = [...screen.getByRole('form').querySelectorAll('input')].map((input) => input.value);
  cleanup();
  return values;
}

test.each(shownChanges(medicationFields))('the form has the field %s of a medication', (_field, change) =>
  expect(filledIn({ ...medication('m1', 'Meronem'), ...change })).not.toEqual(filledIn(medication('m1', 'Meronem'))),
);
