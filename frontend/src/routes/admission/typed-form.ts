/** What lies as the draft of a flat form, as texts to read. */
import { drafts } from '../../platform/storage/draft-storage.ts';
import type { Typed } from '../../editing/unsaved-text.tsx';

/** Of a flat form: what was changed where it tells that, else all that was filled in. */
export function typedForm(key: string, fields: Readonly<Record<string, unknown>>): Typed {
  const changed = typeof fields['changed'] === 'object' && fields['changed'] !== null ? fields['changed'] : fields;
  const named = Object.entries(changed).filter(
    ([field, text]) => typeof text === 'string' && text !== '' && field !== 'drug',
  );
  return {
    key,
    what: 'A form that was not saved',
    fields: named.map(([field, text]) => ({ label: inWords(field), text: String(text) })),
  };
}
/** `stopDate`: Stop date. */
const inWords = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );

export const isAnything = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** `of`: the whole place of the draft. */
export function typedFormAt(user: string, of: string): Typed | undefined {
  const found = drafts.load({ user, of }, isAnything)?.value;
  return found && typedForm(of, found);
}
