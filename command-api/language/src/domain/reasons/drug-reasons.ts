/** Refusals around the catalogue: drugs, error types and tags. */
import { conflict, type Family, invalid } from './sentence.ts';

export const drugReasons = {
  'label-required': invalid('Label is required'),
  'root-name-required': invalid('Root name is required'),
  'trade-label-required': invalid('Trade label is required'),
  'category-required': invalid('Category is required'),

  'drug-exists': conflict('This drug already exists'),
  'no-trade-labels': invalid('A drug needs at least one trade label'),
  'trade-label-twice': invalid('Every trade label may stand only once'),
  'trade-label-of-another-drug': invalid('A trade label is not one of this drug'),
  'drug-against-itself': invalid('A drug cannot be compared with itself'),
  'unknown-drug-revision': invalid('The drug has no such revision'),
  'unknown-error-type-of-template': invalid('An error type of a template is not known'),
  'unknown-tag': invalid('A tag is not known'),
  'unknown-compatible-drug': invalid('A drug of the compatibility list is not known'),

  'source-required': invalid('Enter the source'),
  'text-required': invalid('Enter the text'),
  'approver-required': invalid('Enter the name of the clinician who approves it'),
  'error-type-of-statement': invalid('Choose an error type of the list, other than "No error"'),
  'forbidden-agents-required': invalid('Choose the drugs or classes, and how sure the cross-reaction is'),
  'same-agent-alone': invalid('The agent of the allergy itself has no other drugs or classes'),
  'limit-not-positive': invalid('The limit must be above 0'),
  'dose-without-bounds': invalid('Enter a condition or a limit'),
  'impossible-span': invalid('Enter a bound; the lower bound must be below the upper bound'),
  'too-many-statements': conflict('At most {limit:number} statements'),
  'error-type-exists': conflict('This error type already exists'),
  'tag-exists': conflict('This tag already exists'),
  'id-kept-for-no-error': conflict('This id is kept for "No error": add the type once more with a new Idempotency-Key'),
  'no-error-keeps-its-name': conflict('"No error" keeps its name'),
} as const satisfies Family;
