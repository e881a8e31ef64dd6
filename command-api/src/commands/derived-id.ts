/** Ids that derive from a command id: the same command makes the same ids, so a repeated command writes nothing. */
import { v5 as uuidv5 } from 'uuid';

/** The id of a thing that a command makes. */
export const derivedId = (commandId: string, what: string): string => uuidv5(what, commandId);

/** Short enough for `<admissionId>.<part>`: 48 bits tell the parts of one admission apart. */
export const shortDerivedId = (commandId: string, what: string): string =>
  derivedId(commandId, what).replaceAll('-', '').slice(0, 12);

const REPLACEMENTS = '5b1f0c86-3d0e-5f57-9a53-0c7a3b1d9e42';

/** The id of the thing that replaces a deleted one. It is the same for every command that brings it back. */
export const replacementId = (what: string): string => uuidv5(what, REPLACEMENTS);
