import { expect, test } from 'vitest';
import { storedLanguage } from './stored-language.ts';

test('the cookie has the language and the digits', () => {
  expect(storedLanguage('a=b; language=ar-u-nu-arab; c=d')).toEqual({ code: 'ar', digits: 'arab' });
  expect(storedLanguage('language=en-u-nu-latn')).toEqual({ code: 'en', digits: 'latn' });
  expect(storedLanguage('language=ar')).toEqual({ code: 'ar', digits: 'latn' });
});

test('nothing was chosen where the cookie is not there or has another form', () => {
  for (const cookies of ['', 'a=b', 'my-language=ar', 'language=', 'language=../etc', 'language=ar-u-nu-thai'])
    expect([cookies, storedLanguage(cookies)]).toEqual([cookies, undefined]);
});
