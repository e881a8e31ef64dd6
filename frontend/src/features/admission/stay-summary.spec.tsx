import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { admission } from '../../testing/hospital.ts';
import { show } from '../../testing/component.tsx';
import { StaySummary } from './stay-summary.tsx';

const details = '<p>Septic shock</p><ul><li>Weight 70 kg</li><li>Allergic to penicillin</li></ul>';
const summary = () => screen.getByRole('region', { name: 'The stay' });
const open = () => show(<StaySummary admission={{ ...admission, admissionDetails: details }} />);

test('text that fits is shown whole, without a fade', () => {
  open();
  expect(summary().querySelector('[data-cut]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
});

test('text that does not fit still shows the allergy and the weight, until all of it is open', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return this.matches('li') ? new DOMRect(0, 600, 100, 20) : new DOMRect(0, 0, 100, 20);
  });
  document.documentElement.style.fontSize = '16px';
  const { user } = open();
  const vital = () => screen.queryByRole('list', { name: 'Allergies and weight' });
  expect(vital()?.textContent).toBe('Weight 70 kgAllergic to penicillin');
  expect(summary().querySelector('[data-cut]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(vital()).toBeNull();
  height.mockRestore();
  place.mockRestore();
  document.documentElement.style.fontSize = '';
});
