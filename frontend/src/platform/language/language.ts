/**
 * The language of the page: English, Arabic, or another file of `locales/`. It is chosen in the profile or before the
 * sign-in, kept in a cookie of the device, and comes from the account or the browser's languages at first. The server reads the cookie
 * as well: it answers with the page of that language (docs/decisions/browser/languages.md).
 */
import { setupI18n, type Messages } from '@lingui/core';
import { languages, type Language } from 'virtual:languages';
import type english from '../../../locales/en.json';
import { storeLanguage, storedLanguage, type Digits, type StoredLanguage } from './stored-language.ts';

export type MessageId = keyof typeof english;
/** A value within a message. Numbers are formatted for the language. */
export type MessageValue = string | number;
export type Translate = (id: MessageId, values?: Readonly<Record<string, MessageValue>>) => string;

export interface LanguageChoice {
  readonly language: Language;
  /** `arab`: ٠–٩, where the language has digits of its own. */
  readonly digits: Digits;
  /** For `Intl`. */
  readonly locale: string;
}

const i18n = setupI18n();
/** The words that are loaded, by language. */
const loaded = new Map<string, Messages>();
let needsRest = false;
let choice = chosenLanguage(languages[0]);
/** The one that was asked for last: its words may still be under way. */
let wanted = choice;
let translateNow: Translate = (id) => id;
const listeners = new Set<() => void>();

/** Doses are written with 0–9 in Egyptian hospitals: other digits are a choice. */
export function chosenLanguage(language: Language, digits: Digits = 'latn'): LanguageChoice {
  return { language, digits, locale: `${language.locale}-u-nu-${digits}` };
}

/**
 * Isolates a text where the page goes from right to left, so that a name of the other direction moves nothing around it
 * (Unicode TR9, FSI and PDI).
 */
export const isolated = <Value extends MessageValue>(value: Value, { direction } = choice.language): Value | string =>
  typeof value === 'string' && direction === 'rtl' ? `\u2068${value}\u2069` : value;

/** Has another identity after each change, so that values made of messages are made again. */
const createTranslate =
  (words = i18n, language?: Language): Translate =>
  (id, values) =>
    words._(
      id,
      values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value, language)])),
    );

async function load(language: Language): Promise<void> {
  const hasRest = needsRest;
  const parts = hasRest ? [language.first(), language.rest()] : [language.first()];
  const words: Messages = {};
  for (const { messages } of await Promise.all(parts)) Object.assign(words, messages);
  loaded.set(language.code, words);
  // A sign-in needs the rest by now.
  if (hasRest !== needsRest) await load(language);
}

function activate(next: LanguageChoice): void {
  choice = next;
  const { language, locale } = next;
  i18n.loadAndActivate({ locale: language.code, locales: locale, messages: loaded.get(language.code) ?? {} });
  translateNow = createTranslate();
  const root = globalThis.document?.documentElement;
  root?.setAttribute('lang', language.code);
  root?.setAttribute('dir', language.direction);
  for (const listener of listeners) listener();
}

/**
 * The language that the device has stored, or the first of the browser's languages that the product has, or English.
 */
export function preferredLanguage(): LanguageChoice {
  const stored = storedLanguage();
  for (const code of [stored?.code, ...(globalThis.navigator?.languages ?? [])]) {
    const found = languages.find((one) => one.code === code?.toLowerCase().split('-')[0]);
    if (found) return chosenLanguage(found, stored?.digits);
  }
  return chosenLanguage(languages[0]);
}

/**
 * Shows the page in a language, unless another one is asked for before its words are loaded. Rejects where they cannot be
 * loaded: the page stays as it is.
 */
export async function showLanguage(next: LanguageChoice): Promise<void> {
  wanted = next;
  await load(next.language);
  if (wanted === next) activate(next);
}

/**
 * A person chooses a language, which this device keeps. Rejects where its words cannot be loaded: the page stays as it
 * is.
 */
export async function chooseLanguage(code: string, digits: Digits = choice.digits): Promise<void> {
  const language = languages.find((one) => one.code === code);
  if (!language) return;
  const chosen = chosenLanguage(language, digits);
  await showLanguage(chosen);
  if (choice === chosen) storeLanguage({ code, digits });
}

/**
 * Shows a language that was chosen in another tab, in a browser that tells of changed cookies. Where its words cannot be
 * loaded, this page stays as it is.
 */
export function followOtherTabs(): void {
  globalThis.cookieStore?.addEventListener('change', () => {
    const next = preferredLanguage();
    if (next.locale !== choice.locale) showLanguage(next).catch(() => undefined);
  });
}

/** Shows and keeps the language of an account, where none was chosen on this device. Rejects as `chooseLanguage`. */
export async function adoptLanguage({ code, digits }: StoredLanguage): Promise<void> {
  if (!storedLanguage()) await chooseLanguage(code, digits);
}

/** Loads the words of the screens after the sign-in as well. Rejects where they cannot be loaded. */
export async function loadAllWords(): Promise<void> {
  if (needsRest && loaded.has(choice.language.code)) return;
  needsRest = true;
  try {
    // Another language may be shown in the meantime.
    for (let language; language !== choice.language;) {
      language = choice.language;
      await load(language);
    }
    activate(choice);
  } catch (error) {
    needsRest = false;
    throw error;
  }
}

/** The words of a language for what is read apart from the page, such as paper. */
export interface Words {
  readonly t: Translate;
  readonly language: Language;
  /** For `Intl`. */
  readonly locale: string;
}
/** Doses on paper have the digits 0–9. Rejects where the words cannot be loaded; English for an unknown language. */
export async function wordsIn(code: string): Promise<Words> {
  const { language, locale } = chosenLanguage(languages.find((one) => one.code === code) ?? languages[0]);
  await load(language);
  const words = setupI18n({
    locale: language.code,
    locales: locale,
    messages: { [language.code]: loaded.get(language.code) ?? {} },
  });
  return { t: createTranslate(words, language), language, locale };
}

/** In itself, such as العربية; the code of a language that the page does not have. */
export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code;

export const currentLanguage = (): LanguageChoice => choice;
export const currentTranslate = (): Translate => translateNow;
/** Called after each change of the language or of its words. @returns unsubscribes */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The message in the language of this moment: for functions that a component calls while it renders, and for what is
 * said once. A component uses `useTranslation`, or it would keep the words of the language before.
 */
export const translate: Translate = (id, values) => translateNow(id, values);

/** True if the language has these words: an id of a server may be newer than the page. */
export const isMessageId = (id: string): id is MessageId => Object.hasOwn(loaded.get(choice.language.code) ?? {}, id);
