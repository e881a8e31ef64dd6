import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readQrCode } from '../testing/qr-code.ts';
import { QrCode } from './qr-code.tsx';

test.each([
  'https://hospital.example/history/admissions/018f4a3c-7d2e-7b11-9c52-1a2b3c4d5e6f?at=128',
  'otpauth://totp/Clinical%20Pharmacy:mona@demo.test?secret=JBSWY3DPEHPK3PXP&issuer=Clinical%20Pharmacy',
  'صيدلة',
])('a reader finds the text in the code: %s', (text) => {
  render(<QrCode text={text} label="Code" />);
  expect(readQrCode(screen.getByRole('img', { name: 'Code' }))).toBe(text);
});
