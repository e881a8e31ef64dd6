/** The calls of the admin tools, for the admin account only (docs/product.md, "Admin tools"). */
import * as catalogueCalls from 'language/contract/calls/catalogue';

export interface Labelled {
  _id: string;
  label: string;
  version: number;
}
/** The calls that add to a list that all teams share, and that rename in it. */
export const errorTypeCalls = {
  add: catalogueCalls.addErrorType,
  rename: catalogueCalls.renameErrorType,
};
export const tagCalls = {
  add: catalogueCalls.addTag,
  rename: catalogueCalls.renameTag,
};
export type ListCalls = typeof errorTypeCalls | typeof tagCalls;
