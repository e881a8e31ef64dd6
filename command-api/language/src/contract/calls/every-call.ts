/** Every call of the contract by its name. Browsers import the families that they call. */
import * as account from './account.ts';
import * as admissions from './admissions.ts';
import * as catalogue from './catalogue.ts';
import * as history from './history.ts';
import * as imports from './imports.ts';
import * as installation from './installation.ts';
import * as patients from './patients.ts';
import * as physicianNotes from './physician-notes.ts';
import * as reports from './reports.ts';
import * as reviews from './reviews.ts';
import * as signIn from './sign-in.ts';
import * as teams from './teams.ts';
import * as transfers from './transfers.ts';
import * as ward from './ward.ts';

export const everyCall = {
  ...account,
  ...admissions,
  ...catalogue,
  ...history,
  ...imports,
  ...installation,
  ...patients,
  ...physicianNotes,
  ...reports,
  ...reviews,
  ...signIn,
  ...teams,
  ...transfers,
  ...ward,
};
export type CallName = keyof typeof everyCall;
