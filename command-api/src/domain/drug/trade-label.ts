/**
 * The id of a trade label names its drug: what is one medicine under two names is known without the catalogue, also of
 * a withdrawn name.
 */
export const tradeLabelIdOf = (drugId: string, place: number): string => `${drugId}.${place}`;
export const drugOfTradeLabel = (tradeLabelId: string): string => tradeLabelId.split('.')[0] ?? tradeLabelId;
