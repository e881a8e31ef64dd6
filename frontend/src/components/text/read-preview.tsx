import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { spansIn } from '../../platform/text/text-spans.ts';
import { ClinicalText } from './clinical-text.tsx';

const WORDS = 'Will be read as:';

/**
 * Shows typed text as readers will see it. A field cannot hold elements: an Arabic sentence in it shows `mL/h 40`.
 * @returns undefined if the field already shows it right
 */
export const readPreview = (typed: string): ReactNode =>
  spansIn(typed).some(({ kind }) => kind !== 'unbroken') ? (
    <Box as="span" display="block" data-read-back>
      {WORDS}{' '}
      <Box as="span" unicodeBidi="plaintext" whiteSpace="pre-line" color="fg">
        <ClinicalText>{typed}</ClinicalText>
      </Box>
    </Box>
  ) : undefined;
