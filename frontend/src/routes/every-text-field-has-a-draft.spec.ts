/**
 * Each file with a field for text keeps drafts, or says here why not: locking the page loses what it does not keep
 * (docs/decisions/browser/lock-screen.md). That the drafts work is for `every-form-keeps-a-draft.spec.tsx`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SEARCH = 'a search';
const SECRET = 'a password, a code or a PIN';
const SIGNED_OUT = 'its person is not signed in';
/** The file that keeps the draft, or why there is none. */
const without: Readonly<Record<string, string>> = {
  'features/sign-in/password-forms.tsx': SECRET,
  'features/sign-in/sign-in-form.tsx': SECRET,
  'features/sign-in/sign-up-form.tsx': SIGNED_OUT,
  'features/account-administration/accounts.tsx': SEARCH,
  'features/admission/care-fields.tsx': 'features/admission/new-admission.tsx',
  'features/drugs/compatibility-rows.tsx': 'features/drugs/drug-form.tsx',
  'features/drugs/error-templates.tsx': 'features/drugs/drug-form.tsx',
  'features/drugs/trade-labels.tsx': 'features/drugs/drug-form.tsx',
  'features/entries/note-field.tsx': 'features/entries/entry-list.tsx',
  'features/handover/filters-form.tsx': SEARCH,
  'features/imports/columns-part.tsx': 'a name, right before it is kept',
  'features/imports/results-part.tsx': 'cells of a file, which stays with its person and is chosen again',
  'features/measurements/time-field.tsx': 'a time',
  'features/measurements/vancomycin-doses.tsx': 'numbers of a calculation, which are not saved',
  'features/moves/choose-patient.tsx': SEARCH,
  'features/patients/find-other-patient.tsx': SEARCH,
  'features/patients/patient-fields.tsx': 'features/patients/patient-details.tsx',
  'features/patients/search-form.tsx': SEARCH,
  'features/reports/instant-field.tsx': 'a time',
  'features/search-everywhere/search-dialog.tsx': SEARCH,
  'features/security-log/filters.tsx': SEARCH,
  'features/account-security/passkeys-part.tsx': "a word, right before the browser's dialog",
  'features/account-security/pin-section.tsx': SECRET,
  'features/account-security/totp-part.tsx': SECRET,
  'features/teams/avoided-harm.tsx': 'features/teams/team-settings.tsx',
  'features/teams/dose-intervals.tsx': 'features/teams/team-settings.tsx',
  'features/templates/templates-dialog.tsx': SEARCH,
  'routes/learning/my-tube.tsx': 'the address of a video, which is in the address of the page',
};

const source = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');
const isForText = (text: string): boolean =>
  /<(?:Input|Textarea|RichText|TemplateText|EmailField|PasswordField)\b/.test(text);
const keepsDraft = (text: string): boolean => /<(?:FlatDraft|DraftOffer)\b|\buseKeptDraft\(/.test(text);
const files = ['features', 'routes']
  .flatMap((folder) =>
    readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.spec.tsx') && isForText(read(file)));

test('a form without a draft says why', () => {
  const forgotten = files.filter((file) => !keepsDraft(read(file)) && without[file] === undefined);
  expect(forgotten).toEqual([]);
});

test('the list names files that have a field and no draft, and files that keep one', () => {
  expect(Object.keys(without).filter((file) => !files.includes(file) || keepsDraft(read(file)))).toEqual([]);
  const keepers = Object.values(without).filter((why) => why.endsWith('.tsx'));
  expect(keepers.filter((file) => !keepsDraft(read(file)))).toEqual([]);
});
