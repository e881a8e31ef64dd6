/** The draft of a flat form as text to read. */
import { drafts } from '../../platform/storage/draft-storage.ts';
import type { TypedText } from '../../editing/unsaved-text.tsx';

/** The changed fields where the draft has them, else all filled fields. */
export function formDraftText(key: string, fields: Readonly<Record<string, unknown>>): TypedText {
  const changed = typeof fields['changed'] === 'object' && fields['changed'] !== null ? fields['changed'] : fields;
  const named = Object.entries(changed).filter(
    ([field, text]) => typeof text === 'string' && text !== '' && field !== 'drug',
  );
  return {
    key,
    what: 'A form that was not saved',
    fields: named.map(([field, text]) => ({ label: labelOf(field), text: String(text) })),
  };
}
/** `stopDate` becomes "Stop date". */
const labelOf = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** @param of the whole key of the draft */
export function readFormDraftText(user: string, of: string): TypedText | undefined {
  const found = drafts.load({ user, of }, isRecord)?.value;
  return found && formDraftText(of, found);
}
