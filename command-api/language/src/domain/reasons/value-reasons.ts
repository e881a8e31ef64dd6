/**
 * Refusals of a field's value. The first part is worded for people. The second part has the sentences of the schemas'
 * library, for values that no screen sends (`service-kit/http/validate-input.ts`).
 */
import { type Family, invalid } from './sentence.ts';

export const valueReasons = {
  'unknown-field': invalid('Unknown field: {name:field}', { beside: 'Unknown field' }),
  'too-many-characters': invalid('At most {limit:number} characters'),
  'not-a-single-line': invalid(
    'Use one line of text without control characters and without overrides of its direction',
  ),
  'rich-text-too-long': invalid('This text is longer than 100 KB'),
  'not-an-id': invalid('This is not an id'),
  'not-a-date': invalid('Enter a date as YYYY-MM-DD'),
  'not-a-time': invalid('Enter a time as HH:MM'),
  'not-an-email': invalid('Enter a valid e-mail address'),
  'not-a-phone-number': invalid('Enter a phone number'),
  'not-a-language': invalid('This is not the code of a language, such as en'),
  'not-a-version': invalid('This is not a version'),
  'unknown-kind': invalid('This kind is not known'),

  'too-much-formatting': invalid('This text has too much formatting to be saved: at most {limit:number} pieces of it'),
  'too-much-formatting-to-remove': invalid('This text has too much formatting that cannot be kept to be saved'),
  'too-many-attributes': invalid('This text has a tag with too many attributes to be saved'),
  'formatting-nested-too-deeply': invalid('This text is nested too deeply to be saved'),

  'invalid-input': invalid('Invalid input'),
  'wrong-type': invalid('Invalid input: expected {expected:text}, received {received:text}'),
  'wrong-value': invalid('Invalid input: expected {expected:text}'),
  'not-an-option': invalid('Invalid option: expected one of {options:text}'),
  'text-too-long': invalid('Too big: expected string to have <={limit:number} characters'),
  'text-too-short': invalid('Too small: expected string to have >={limit:number} characters'),
  'list-too-long': invalid('Too big: expected array to have <={limit:number} items'),
  'list-too-short': invalid('Too small: expected array to have >={limit:number} items'),
  'number-too-big': invalid('Too big: expected {expected:text} to be <={limit:number}'),
  'number-too-small': invalid('Too small: expected {expected:text} to be >={limit:number}'),
} as const satisfies Family;
