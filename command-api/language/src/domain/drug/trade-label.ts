/** The id of a trade label contains its drug: two names of one medicine are recognised without the catalogue. */
export const tradeLabelIdOf = (drugId: string, index: number): string => `${drugId}.${index}`;
export const drugOfTradeLabel = (tradeLabelId: string): string => tradeLabelId.split('.')[0] ?? tradeLabelId;
