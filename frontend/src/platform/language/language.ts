/**
 * The language of the page: English, Arabic, or another file of `locales/`. It is chosen in the profile or before the
 * sign-in, stored on the device, and comes from the browser's languages at first (docs/decisions/browser/languages.md).
 */
import { setupI18n, type Messages } from '@lingui/core';
import { languages, type Language } from 'virtual:languages';
import type english from '../../../locales/en.json';

export type MessageId = keyof typeof english;
/** A value within a message. Numbers are formatted for the language. */
export type MessageValue = string | number;
export type Translate = (id: MessageId, values?: Readonly<Record<string, MessageValue>>) => string;

const KEY = 'language';
const i18n = setupI18n();
const loaded = new Map<string, Messages>();
let current: Language = languages[0];
let needsRest = false;
let translateNow: Translate = (id) => id;
const listeners = new Set<() => void>();

/** Isolates a value, so that a name of the other direction moves nothing around it (Unicode TR9, FSI and PDI). */
const isolated = (value: MessageValue): MessageValue => (typeof value === 'string' ? `\u2068${value}\u2069` : value);

/** Has another identity after each change, so that values made of messages are made again. */
function createTranslate(language: Language): Translate {
  return (id, values) =>
    i18n._(
      id,
      language.direction === 'rtl' && values
        ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]))
        : values,
    );
}

async function load(language: Language): Promise<void> {
  const parts = needsRest ? [language.first, language.rest] : [language.first];
  const messages = await Promise.all(parts.map((part) => part()));
  loaded.set(language.code, Object.assign({}, ...messages.map((part) => part.messages)) as Messages);
}

function activate(language: Language): void {
  current = language;
  i18n.loadAndActivate({
    locale: language.code,
    locales: language.locale,
    messages: loaded.get(language.code) ?? {},
  });
  translateNow = createTranslate(language);
  for (const listener of listeners) listener();
}

/** The stored choice, or the first of the browser's languages that the product has, or English. */
export function preferredLanguage(): Language {
  const wanted = [storedCode(), ...(globalThis.navigator?.languages ?? [])];
  for (const code of wanted) {
    const found = languages.find((one) => one.code === code?.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return languages[0];
}

function storedCode(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage is blocked: the choice is of this page.
    return undefined;
  }
}

/** Loads the words before sign-in in a language, and shows them. Rejects where they cannot be loaded. */
export async function showLanguage(language: Language): Promise<void> {
  await load(language);
  activate(language);
}

/** A person chooses a language. Rejects where its words cannot be loaded: the page stays as it is. */
export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((one) => one.code === code);
  if (!language) return;
  await showLanguage(language);
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Storage is blocked: the choice is of this page.
  }
}

/** Loads all words. Screens after the sign-in need them. */
export async function loadAllMessages(): Promise<void> {
  if (needsRest) return;
  needsRest = true;
  try {
    await load(current);
    activate(current);
  } catch (error) {
    needsRest = false;
    throw error;
  }
}

export const currentLanguage = (): Language => current;
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
