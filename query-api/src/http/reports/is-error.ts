import { NO_ERROR } from 'command-api/domain/values/codes';

/** SQL: true for an error, by the id of its type (docs/product.md, "No error"). */
export const isError = (errType: string): string => `right(${errType}, 4) <> '${NO_ERROR._id.slice(-4)}'`;
