/**
 * The compatibility of two drugs. The category is stored in the drug, whose readers have different
 * languages, so a suggestion is stored in English and shown in the language of the page. Another
 * text is stored and shown as it was typed.
 */
import { translate, type MessageId } from '../platform/language/language.ts';

interface Suggestion {
  readonly value: string;
  readonly label: MessageId;
}
const suggestions: readonly Suggestion[] = [
  { value: 'Compatible', label: 'drug.categories.compatible' },
  { value: 'Incompatible', label: 'drug.categories.incompatible' },
  { value: 'Y-site compatible', label: 'drug.categories.ySiteCompatible' },
  { value: 'Y-site incompatible', label: 'drug.categories.ySiteIncompatible' },
  { value: 'Interaction', label: 'drug.categories.interaction' },
  { value: 'Variable: check concentrations', label: 'drug.categories.variable' },
];

/** In the language of the page. */
export const categorySuggestions = (): string[] => suggestions.map(({ label }) => translate(label));

/** @param stored as the drug has it */
export function categoryText(stored: string): string {
  const found = suggestions.find(({ value }) => value.toLowerCase() === stored.trim().toLowerCase());
  return found ? translate(found.label) : stored;
}

/** @param typed in the language of the page; the result is stored */
export function storedCategory(typed: string): string {
  const words = typed.trim().toLowerCase();
  return suggestions.find(({ label }) => translate(label).toLowerCase() === words)?.value ?? typed;
}
