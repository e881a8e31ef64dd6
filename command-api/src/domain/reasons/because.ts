/** How a schema's check says why (apart from the catalogue, which no screen needs). */
import type { FieldReason } from './catalogue.ts';

/**
 * The `error` of a schema's check is its reason, and is worded where a request is refused
 * (`service-kit/http/validate-input.ts`).
 */
export const because = <const Of extends FieldReason>(reason: Of): Of => reason;
