/** For specs of what a chart shows first: two days with errors, and the banner. */
import { screen, within } from '@testing-library/react';
import { entry, mona, noError, omar, review } from './hospital.ts';

export const days = [
  review('r1', '2026-03-02', omar, [entry('e1', 'Meronem', { errRes: null, errSeverity: 'F' }), entry('e2', 'Zyvox')]),
  review('r2', '2026-03-03', mona, [
    noError('e3', 'Zyvox'),
    entry('e4', 'Marevan', { errRes: null, errSeverity: null }),
  ]),
];
export const replies = { 'GET /api/reviews/listAdmissionReviews/a1': days };
export const banner = () => within(screen.getByRole('region', { name: 'Patient' }));
