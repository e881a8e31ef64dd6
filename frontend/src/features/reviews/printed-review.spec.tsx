import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { admission, entry, mona, review } from '../../testing/chart.ts';
import { serve } from '../../testing/screen.tsx';
import PrintedReview from './printed-review.tsx';

test('the sheet shows the follow-up date of an entry that has one', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  serve({ 'POST /api/reviews/r1/printed': { message: 'Recorded' } });
  const ofToday = review('r1', '2026-03-03', mona, [
    entry('e1', 'Meronem', { followUpDate: '2026-03-09' }),
    entry('e2', 'Zyvox'),
  ]);
  render(
    <ChakraProvider value={system}>
      <PrintedReview review={ofToday} admission={admission} by="Mona X" onPrinted={() => undefined} />
    </ChakraProvider>,
  );
  const judged = (await screen.findAllByText(/Response: Accept/)).map((line) => line.textContent);
  expect(judged).toEqual([
    'DSeverity: increased monitoring · Response: Accept · Follow-up: 2026-03-09',
    'DSeverity: increased monitoring · Response: Accept',
  ]);
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
});
