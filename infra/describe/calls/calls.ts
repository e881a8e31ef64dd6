/** The texts of all calls. */
import type { About } from './about.ts';
import { account, teams } from './people.ts';
import { patients, erasures, admissions, handover, notes, transfers } from './patients.ts';
import { reviews } from './reviews.ts';
import { history } from './history.ts';
import { catalogue, operations } from './catalogue.ts';

/** By `METHOD path`, with the route's path. */
export const calls: Readonly<Record<string, About>> = {
  ...account,
  ...teams,
  ...patients,
  ...erasures,
  ...admissions,
  ...reviews,
  ...handover,
  ...transfers,
  ...notes,
  ...history,
  ...catalogue,
  ...operations,
};
/** Calls outside the two route tables: of the gateway, and of each service itself. */
export const outsideTheTables: readonly string[] = Object.keys(operations);
