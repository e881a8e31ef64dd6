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
      BROWSER_SESSION: 'token',
      LOCAL_URL: 'http://localhost:8080',
      ...settings,
    },
    { warn: (sentence: string) => void said.push(sentence) },
  );
  return said;
};
const SMTP_URL = 'smtp://mail.pharmacy.example';
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://pharmacy.example', SMTP_URL };

test('protections that are on cause no warning', () => expect(warned(production)).toEqual([]));

test('each protection that is off causes a warning with its name', () => {
  expect(warned({ CAPTCHA: 'off' })).toEqual([expect.stringContaining('CAPTCHA=off: THIS PROTECTION IS SWITCHED OFF')]);
  expect(warned({ CAPTCHA: 'off', RATE_LIMIT: 'off' })).toHaveLength(2);
});

test.each([
  [{}, 1],
  [{ PUBLIC_URL: 'http://pharmacy.example', SMTP_URL }, 1],
  [{ PUBLIC_URL: 'https://pharmacy.example', SMTP_URL }, 0],
  [{ LOCAL_URL: 'https://localhost:8080' }, 0],
  [{ SEED_SECRET: 'of the demo' }, 0],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, 0],
])('with %o a session in a cookie causes %i warnings', (settings, count) => {
  const said = Array.from({ length: count }, () => expect.stringMatching(/^BROWSER_SESSION=cookie without TLS/));
  expect(warned({ ...settings, BROWSER_SESSION: 'cookie' })).toEqual(said);
  expect(warned(settings)).toEqual([]);
});

test.each(['https://pharmacy.example', 'http://10.0.0.7:8080', 'https://localhost.pharmacy.example'])(
  'in production at %s no protection may be off',
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
  'the setting decides whether e-mails must be confirmed; its default depends on the mail server: %o',
  (settings, required) => {
    expect(requiresVerifiedEmail(settings)).toBe(required);
    // At a public address a warning says that they need not be.
    expect(warned({ ...production, ...settings })).toEqual(
      required ? [] : [expect.stringContaining('E-mails need not be confirmed')],
    );
    expect(warned(settings)).toEqual([]);
  },
);
