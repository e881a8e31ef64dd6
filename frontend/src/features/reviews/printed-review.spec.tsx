import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import type { Review } from 'language/contract/entities';
import { entryFields } from 'language/domain/admission/fields';
import { shownChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test, vi } from 'vitest';
import { system } from '../../components/theme/system.ts';
import { admission, entry, medication, mona, noError, review } from '../../testing/hospital.ts';
import { readQrCode } from '../../testing/qr-code.ts';
import { printDialog, serve } from '../../testing/screen.tsx';
import PrintedReview from './printed-review.tsx';

/** The sheet with its print dialog open. */
async function print(printed: Review, medications = [medication('m1', 'Meronem')], onPrinted = () => undefined) {
  const dialog = printDialog();
  const sent = serve({ 'POST /api/reviews/r1/printed': { message: 'Recorded' } });
  render(
    <ChakraProvider value={system}>
      <PrintedReview
        review={printed}
        admission={admission}
        medications={medications}
        values="Wt 72 kg (2 d)"
        revision={12}
        by="Mona X"
        onPrinted={onPrinted}
      />
    </ChakraProvider>,
  );
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce(), { timeout: 10_000 });
  return sent;
}
/** The cells of the recommendations, row by row. */
const rows = () =>
  [...document.querySelectorAll('.entries tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

test('an error is a row with its dose, severity in words, response in a word, follow-up and recommendation', async () => {
  await print(
    review('r1', '2026-03-03', mona, [
      entry('e1', 'Meronem', { followUpDate: '2026-03-09' }),
      entry('e2', 'Zyvox', { errSeverity: null, errRes: null, errNote: '' }),
    ]),
  );
  expect(rows()).toEqual([
    [
      '1',
      'Meronem1 g · IV · Every 8 h',
      'Renal dose adjustment',
      'Dincreased monitoring',
      'AcceptFollow-up 2026-03-09',
    ],
    ['CrCl 25: 500 mg كل ١٢ ساعة'],
    ['2', 'Zyvox', 'Renal dose adjustment', '–', 'Pending'],
  ]);
});

// Tags are for reports, and the answers for the history.
const { drugTags: _tags, severityAnswers: _answers, ...printed } = entryFields;
test.each(shownChanges(printed))('the field %s of an error is on paper', async (_field, change) => {
  await print(
    review('r1', '2026-03-03', mona, [entry('e1', 'Meronem'), { ...entry('e1', 'Meronem'), ...change, _id: 'e2' }]),
  );
  const [one, other] = [...document.querySelectorAll('.entries tbody')].map((body) => body.textContent.slice(1));
  expect(other).not.toBe(one);
});

test('a dose is shown of the days on which the patient takes the medication', async () => {
  await print(review('r1', '2026-03-03', mona, [entry('e1', 'Meronem')]), [
    medication('m1', 'Meronem', { dose: 'stopped', stopDate: '2026-03-02' }),
    medication('m2', 'Meronem', { dose: 'of today', route: '', startDate: '2026-03-03', stopDate: '2026-03-03' }),
    medication('m3', 'Meronem', { dose: 'of tomorrow', startDate: '2026-03-04' }),
    medication('m4', 'Zyvox', { dose: 'of another' }),
  ]);
  expect(rows()[0]?.[1]).toBe('Meronemof today · Every 8 h from 2026-03-03 until 2026-03-03');
});

test('where two doses meet, the dates say which one counts', async () => {
  await print(review('r1', '2026-03-03', mona, [entry('e1', 'Meronem')]), [
    medication('m1', 'Meronem', {
      dose: '40 mg',
      route: '',
      frequency: '',
      startDate: '2026-03-01',
      stopDate: '2026-03-03',
    }),
    medication('m2', 'Meronem', { dose: '80 mg', route: '', frequency: '', startDate: '2026-03-03' }),
  ]);
  expect(rows()[0]?.[1]).toBe('Meronem40 mg from 2026-03-01 until 2026-03-0380 mg from 2026-03-03');
});

test('a medicine without an error is no recommendation, and is named below', async () => {
  await print(review('r1', '2026-03-03', mona, [noError('e1', 'Zyvox'), noError('e2', 'Meronem')]));
  expect(rows()).toEqual([]);
  expect(screen.getByText('No recommendations: the reviewer found no medication error.')).toBeInTheDocument();
  expect(screen.getByText(/^Medications reviewed, no error found:/)).toHaveTextContent(
    'Medications reviewed, no error found: Zyvox, Meronem',
  );
});

test('the head names the patient, the stay, the team and the printing person; the note is printed', async () => {
  await print(review('r1', '2026-03-03', mona, [entry('e1', 'Meronem')]));
  const head = screen.getByText('هدى سالم أحمد علي').closest('thead');
  for (const words of [
    'MRN-77',
    '1961-05-04',
    '64 y 9 m 27 d',
    '2026-03-01',
    'Day 3',
    'Adult ICU',
    'Printed by Mona X',
    'Wt 72 kg (2 d)',
  ])
    expect(head).toHaveTextContent(words);
  expect(
    screen.getByRole('heading', { name: 'Medication review of Tuesday 2026-03-03', hidden: true }),
  ).toBeInTheDocument();
  expect(document.querySelector('.print-sheet > table > tbody .rich-text')).toHaveTextContent('Note of 2026-03-03');
});

test('the code leads to the chart as it was, and its address is written beside it', async () => {
  await print(review('r1', '2026-03-03', mona, []));
  const address = `${location.origin}/history/admissions/a1?at=12`;
  expect(readQrCode(screen.getByRole('img', { name: 'QR code of the chart as it was', hidden: true }))).toBe(address);
  expect(screen.getByText(address)).toBeInTheDocument();
});

test('the sheet ends with the print dialog, and printing is recorded', async () => {
  const onPrinted = vi.fn(() => undefined);
  const sent = await print(review('r1', '2026-03-03', mona, []), [], onPrinted);
  expect(sent.map(({ call }) => call)).toEqual(['POST /api/reviews/r1/printed']);
  expect(onPrinted).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('afterprint'));
  expect(onPrinted).toHaveBeenCalledOnce();
});
