import { expect, test } from 'vitest';
import { disabledAtPublicAddress, requiresVerifiedEmail, warnAboutDisabledProtections } from './protections.ts';

const warned = (settings: Partial<Parameters<typeof warnAboutDisabledProtections>[0]>): string[] => {
  const said: string[] = [];
  warnAboutDisabledProtections(
    {
      CAPTCHA: 'altcha',
      RATE_LIMIT: 'on',
      NODE_ENV: '',
      PUBLIC_URL: undefined,
      SMTP_URL: undefined,
      REQUIRE_VERIFIED_EMAIL: undefined,
      ...settings,
    },
    { warn: (sentence: string) => void said.push(sentence) },
  );
  return said;
};
const SMTP_URL = 'smtp://mail.pharmacy.example';
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://pharmacy.example', SMTP_URL };

test('what is on needs no word', () => expect(warned(production)).toEqual([]));

test('what is off is said loudly, each by its name', () => {
  expect(warned({ CAPTCHA: 'off' })).toEqual([expect.stringContaining('CAPTCHA=off: THIS PROTECTION IS SWITCHED OFF')]);
  expect(warned({ CAPTCHA: 'off', RATE_LIMIT: 'off' })).toHaveLength(2);
});

test.each(['https://pharmacy.example', 'http://10.0.0.7:8080', 'https://localhost.pharmacy.example'])(
  'in production at %s nothing may be off',
  (PUBLIC_URL) => {
    const refused = (name: string) => ({
      name,
      sentence: expect.stringContaining(`${name}=off: cannot be used at a public address`),
    });
    expect(disabledAtPublicAddress({ NODE_ENV: 'production', PUBLIC_URL, CAPTCHA: 'off' })).toEqual([
      refused('CAPTCHA'),
    ]);
    expect(disabledAtPublicAddress({ NODE_ENV: 'production', PUBLIC_URL, CAPTCHA: 'off', RATE_LIMIT: 'off' })).toEqual([
      refused('CAPTCHA'),
      refused('RATE_LIMIT'),
    ]);
  },
);

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', undefined])(
  'in production at %s, on the machine itself, it may',
  (PUBLIC_URL) => {
    expect(disabledAtPublicAddress({ NODE_ENV: 'production', PUBLIC_URL, RATE_LIMIT: 'off' })).toEqual([]);
    expect(warned({ NODE_ENV: 'production', PUBLIC_URL, RATE_LIMIT: 'off' })).toHaveLength(1);
  },
);

test.each([
  [{ SMTP_URL: undefined, REQUIRE_VERIFIED_EMAIL: undefined }, false],
  [{ SMTP_URL, REQUIRE_VERIFIED_EMAIL: undefined }, true],
  [{ SMTP_URL: undefined, REQUIRE_VERIFIED_EMAIL: 'true' as const }, true],
  [{ SMTP_URL, REQUIRE_VERIFIED_EMAIL: 'false' as const }, false],
])(
  'whether e-mails are to be confirmed is a setting, and goes by the mail server where it is not said: %o',
  (settings, required) => {
    expect(requiresVerifiedEmail(settings)).toBe(required);
    // At a public address it is said where they are not.
    expect(warned({ ...production, ...settings })).toEqual(
      required ? [] : [expect.stringContaining('E-mails need not be confirmed')],
    );
    expect(warned(settings)).toEqual([]);
  },
);
