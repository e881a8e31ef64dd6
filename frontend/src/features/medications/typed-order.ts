/** A medication that was typed in one line, as the fields of the form. */
import { understood, type NamedDrug, type ParsedOrder, type PieceKind } from 'language/domain/orders/parse-order';
import type { MedicationFields } from './medication-fields.ts';

/** The field of the medication for each kind of piece. What was not understood goes to the note. */
const fieldOf: Readonly<Partial<Record<PieceKind, 'dose' | 'route' | 'frequency' | 'note'>>> = {
  strength: 'dose',
  form: 'dose',
  dose: 'dose',
  route: 'route',
  schedule: 'frequency',
  max: 'frequency',
  hint: 'frequency',
  rest: 'note',
};
/** The fields as they were typed. */
export function fieldsOfOrder({ pieces }: Pick<ParsedOrder<NamedDrug>, 'pieces'>): Partial<MedicationFields> {
  const texts: Partial<Record<keyof MedicationFields, string>> = {};
  for (const { kind, text } of pieces) {
    const field = fieldOf[kind];
    if (field) texts[field] = [texts[field], text.trim()].filter(Boolean).join(' ');
  }
  return texts;
}

/** All is understood, nothing is asked, and dose, route and frequency are there. */
export function isWhole(parsed: ParsedOrder<NamedDrug>): boolean {
  const { dose, route, schedule } = understood(parsed) ?? {};
  return dose !== undefined && route !== undefined && schedule !== undefined;
}
