import type { ImportKind } from 'language/contract/imports';
import type { Translate } from '../../platform/language/language.ts';

/** The label of a field. */
export const fieldLabel = (t: Translate, kind: ImportKind, field: string): string =>
  t(`import.fields.${kind === 'drugs' && field === 'label' ? 'drug' : field}` as 'import.fields.sex');
