import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { languages } from 'virtual:languages';
import { LanguageSelect } from '../../app/language-select.tsx';
import { show } from '../../testing/component.tsx';
import { begunSession } from '../session/begun-session.ts';
import {
  chooseLanguage,
  chosenLanguage,
  currentLanguage,
  loadAllWords,
  preferredLanguage,
  showLanguage,
  translate,
} from './language.ts';
import { useTranslation } from './use-translation.ts';

const [english] = languages;
const arabic = languages.find(({ code }) => code === 'ar') ?? english;
const html = document.documentElement;
function forgetChoice(): void {
  document.cookie = 'language=; Path=/; Max-Age=0';
}
afterEach(async () => {
  forgetChoice();
  Reflect.deleteProperty(navigator, 'languages');
  await act(() => showLanguage(chosenLanguage(english)));
});

function Form() {
  const t = useTranslation();
  const [text, setText] = useState('');
  return (
    <>
      <LanguageSelect />
      <h1>{t('patients.title')}</h1>
      <label>
        {t('patients.firstName')}
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
    </>
  );
}

test('another language is shown at once, with its direction, and what is typed stays', async () => {
  const { user } = show(<Form />);
  await user.type(screen.getByLabelText('First name'), 'Mona');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'العربية');
  await screen.findByRole('heading', { name: 'المرضى' });
  expect(screen.getByRole('textbox')).toHaveValue('Mona');
  expect([html.lang, html.dir]).toEqual(['ar', 'rtl']);
  expect(document.cookie).toContain('language=ar-u-nu-latn');
  await user.selectOptions(screen.getByRole('combobox', { name: 'اللغة' }), 'English');
  await screen.findByRole('heading', { name: 'Patients' });
  expect(screen.getByRole('textbox')).toHaveValue('Mona');
  expect([html.lang, html.dir]).toEqual(['en', 'ltr']);
});

test('numbers have the digits that the person chose', async () => {
  await chooseLanguage('ar', 'arab');
  expect(translate('patients.found', { total: 1234 })).toContain('١٬٢٣٤');
  expect(document.cookie).toContain('language=ar-u-nu-arab');
  await chooseLanguage('ar', 'latn');
  expect(translate('patients.found', { total: 1234 })).toContain('1,234');
});

test('Arabic has six forms of a plural', async () => {
  await showLanguage(chosenLanguage(arabic));
  const forms = [0, 1, 2, 3, 11, 100].map((total) => translate('patients.found', { total }));
  expect(new Set(forms.map((form) => form.replaceAll(/\d/g, ''))).size).toBeGreaterThanOrEqual(5);
});

test('a value of the other direction is isolated in an Arabic sentence, and is as it is in an English one', async () => {
  expect(translate('app.userMenu', { name: 'Mona' })).toBe('Account of Mona');
  await showLanguage(chosenLanguage(arabic));
  expect(translate('app.userMenu', { name: 'Mona' })).toContain('\u2068Mona\u2069');
});

test('the language is that of the device, else the first of the browser that the product has, else English', () => {
  const prefers = (...wanted: string[]) => {
    Object.defineProperty(navigator, 'languages', { value: wanted, configurable: true });
    return preferredLanguage().language.code;
  };
  expect(prefers('fr-FR', 'ar-SA', 'en')).toBe('ar');
  expect(prefers('fr')).toBe('en');
  expect(prefers()).toBe('en');
  document.cookie = 'language=en-u-nu-latn; Path=/';
  expect(prefers('ar')).toBe('en');
});

const answer = {
  _id: 'u1',
  firstName: 'Mona',
  lastName: 'Farouk',
  email: 'mona@hospital.test',
  phone: '',
  title: '',
  about: '',
  start: '2026-01-05',
  emailVerified: true,
  isAdminAccount: false,
  version: 1,
  token: 't1',
  language: { code: 'ar', digits: 'arab' as const },
};

test('after a sign-in a device without a language of its own has that of the account, and what is typed stays', async () => {
  const { user } = show(<Form />);
  await user.type(screen.getByLabelText('First name'), 'Mona');
  expect(begunSession(answer)).toEqual({ _id: 'u1', firstName: 'Mona', lastName: 'Farouk', token: 't1' });
  await screen.findByRole('heading', { name: 'المرضى' });
  expect(screen.getByRole('textbox')).toHaveValue('Mona');
  expect(document.cookie).toContain('language=ar-u-nu-arab');
});

test('the language that was chosen on the device stays, as does that of a person who has chosen none', async () => {
  const { language: _none, ...without } = answer;
  begunSession(without);
  expect(document.cookie).toBe('');
  await act(() => chooseLanguage('en'));
  begunSession(answer);
  begunSession({ ...answer, language: { code: 'ar', digits: 'latn' } });
  await act(() => Promise.resolve());
  expect([currentLanguage().language, document.cookie]).toEqual([english, 'language=en-u-nu-latn']);
});

test('an account’s language that the page does not have changes nothing', async () => {
  begunSession({ ...answer, language: { code: 'eo', digits: 'latn' } });
  await act(() => Promise.resolve());
  expect([currentLanguage().language, document.cookie]).toEqual([english, '']);
});

test('a language that is chosen while another one is loaded has the words of all screens', async () => {
  await act(() => Promise.all([chooseLanguage('ar'), loadAllWords()]));
  expect(translate('ward.title')).not.toBe('ward.title');
  expect(currentLanguage().language).toBe(arabic);
});

test('the last of two chosen languages is shown and kept, also where the words of the first come later', async () => {
  let bringWords = (): void => undefined;
  const wait = new Promise<void>((resolve) => (bringWords = resolve));
  const slow = showLanguage(chosenLanguage({ ...arabic, first: () => wait.then(arabic.first) }));
  await chooseLanguage('en');
  bringWords();
  await slow;
  expect([currentLanguage().language, document.cookie]).toEqual([english, 'language=en-u-nu-latn']);
});

test('a language whose words cannot be loaded changes nothing, and says so', async () => {
  const lost = { ...arabic, first: () => Promise.reject(new Error('offline')) };
  await expect(showLanguage(chosenLanguage(lost))).rejects.toThrow('offline');
  expect(currentLanguage().language).toBe(english);
  expect(translate('patients.title')).toBe('Patients');
  await waitFor(() => expect(html.lang).toBe('en'));
});
