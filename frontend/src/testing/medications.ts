/** For specs of the medications of an admission: their address, and the list. */
import { screen } from '@testing-library/react';
import '../features/medications/medications-tab.tsx';

export const at = '/admissions/a1?tab=medication';
export const list = () => screen.findByRole('region', { name: 'Medications of this admission' });
export const drugs = () => [...document.querySelectorAll('[data-row] strong')].map((drug) => drug.textContent);
