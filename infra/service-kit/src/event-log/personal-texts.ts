/**
 * The texts that a person wrote on `user-<id>`, and the person's telephone number, are encrypted with a key of that
 * person (docs/decisions/write-side/personal-texts.md). The other fields stay readable, so that the stream still
 * tells who exists and what refers to what when the key is destroyed. The stored form is the payload without these
 * fields, with `"$texts": { "$encrypted": 1, … }` (`encryption.ts`), or the plain payload where they are all empty.
 * Events of older versions have them in clear.
 */
import { decrypt, encrypt, type EventIdentity } from './encryption.ts';

/** The encrypted fields of each type. All of them are texts. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  UserRegistered: ['phone', 'phoneNormalised'],
  UserProfileChanged: ['phone', 'phoneNormalised', 'about'],
  RecommendationWritten: ['recommendation'],
  UserErrorTemplateSaved: ['errNote'],
};
const SEALED = '$texts';

type Payload = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parts = (type: string, payload: Payload): { readonly texts: Payload; readonly others: Payload } => {
  const fields = fieldsOf[type] ?? [];
  const [texts, others]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(payload)) (fields.includes(name) ? texts : others)[name] = value;
  return { texts, others };
};

/**
 * True if the event has a text to encrypt. The key is that of its stream. Called for every event of every command.
 */
export const hasPersonalTexts = (type: string, payload: object): boolean =>
  fieldsOf[type]?.some((field) => Reflect.get(payload, field) !== '') ?? false;

/** @returns the stored form of a payload with texts */
export function withSealedTexts(type: string, payload: object, key: Buffer, identity: EventIdentity): object {
  const { texts, others } = parts(type, { ...payload });
  return { ...others, [SEALED]: encrypt(texts, key, identity) };
}

/** True if a stored payload needs the key of its stream. */
export const hasSealedTexts = (type: string, stored: unknown): boolean =>
  fieldsOf[type] !== undefined && isObject(stored) && SEALED in stored;

/**
 * @param key undefined when it is destroyed: the texts are then empty
 * @returns the payload's JSON @throws Error when the texts have another key or place, or were changed
 */
export function withOpenedTexts(
  type: string,
  stored: unknown,
  key: Buffer | undefined,
  identity: EventIdentity,
): string {
  if (!isObject(stored)) throw new Error(`The payload of ${type} is no object`);
  const { [SEALED]: sealed, ...others } = stored;
  const empty = Object.fromEntries((fieldsOf[type] ?? []).map((field) => [field, '']));
  const texts: unknown = key ? JSON.parse(decrypt(sealed, key, identity)) : {};
  // In this order a sealed text never replaces a field of another kind.
  return JSON.stringify({ ...empty, ...(isObject(texts) ? texts : {}), ...others });
}
