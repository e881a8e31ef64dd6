/** The reason of a schema's check. A file of its own, because the browser does not need the catalogue. */
import type { FieldReason } from './catalogue.ts';

/** The `error` of a schema's check is its reason. `service-kit/http/validate-input.ts` turns it into a sentence. */
export const because = <const Of extends FieldReason>(reason: Of): Of => reason;
