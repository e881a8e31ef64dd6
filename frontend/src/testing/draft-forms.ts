/** For specs of drafts: every form of the screens, and what its draft has to do. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Admission, Drug } from 'language/contract/entities';
import type { OwnProfile, ProfileForMembers } from 'language/contract/profiles';
import type { IncomingTransfer } from 'language/contract/transfers';
import { expect, onTestFinished, vi } from 'vitest';
import { wardBoard, wardPatient } from '../features/ward/board-row.testdata.ts';
import { filterOfEveryone } from '../features/ward/views.ts';
import { session } from '../platform/session/session.ts';
import { unsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { account as listed } from './accounts.ts';
import { openChart } from './chart.ts';
import {
  admission,
  entry,
  hany,
  medication,
  mona,
  type noError,
  noReconciliation,
  note,
  patient,
  reviews,
  stay,
  team,
  written,
} from './hospital.ts';
import { inReview } from './reviews.ts';
import { statement } from './statements.ts';
import { reads } from './component.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../routes/admission/proposals.tsx';
import '../features/gallery/gallery-tab.tsx';
import '../features/medications/medications-tab.tsx';
import '../features/account-administration/appoint-dialog.tsx';
import '../features/account-administration/disable-dialog.tsx';
import '../features/transfers/offer-dialog.tsx';
import '../features/transfers/admission-transfer.tsx';
import '../features/moves/move-dialog.tsx';
import '../features/moves/moves-in-chart.tsx';
import '../features/reviews/chat-dialog.tsx';
import '../routes/catalogue/admin-tools.tsx';
import '../routes/catalogue/drugs.tsx';
import '../routes/catalogue/statements.tsx';
import '../routes/patients/merge-patient.tsx';
import '../routes/team/transfers.tsx';
import '../routes/team/ward.tsx';
import '../features/ward/deferral-dialog.tsx';
import '../features/ward/view-name-dialog.tsx';
import '../features/ward/priority-table/priority-table.tsx';
import '../routes/team/home.tsx';
import '../routes/patients/patient.tsx';
import '../routes/patients/patients.tsx';
import '../routes/account/profile.tsx';
import '../routes/team/team-admin.tsx';
import '../routes/account/user.tsx';
import '../components/rich-text/rich-text-editor.tsx';

const noPatients = { patients: [], inpatients: [], page: 1, pages: 1, total: 0 };
const person = {
  _id: 'u2',
  firstName: 'Omar',
  lastName: 'Shaker',
  title: '',
  about: '',
  start: '2025-11-02',
  reviews: 80,
  patients: 21,
};
const profile: OwnProfile = {
  ...person,
  _id: 'u1',
  firstName: 'Mona',
  lastName: 'X',
  email: 'mona@demo.test',
  phone: '',
  emailVerified: true,
  isAdminAccount: false,
  version: 7,
  recommendations: [],
};
const trade = { label: 'Meronem', drugLabel: 'Meropenem', drugTags: [] };
const drug: Drug = {
  _id: 'x1',
  version: 3,
  label: 'Imipenem',
  tags: [],
  tips: '',
  compatibility: [],
  tradeLabels: [{ _id: 'd1', idx: 0, label: 'Tienam' }],
  errTemps: [],
};
export const replies = {
  'GET /api/patients/p1': patient,
  'GET /api/admissions/p1': [{ ...stay, reviewsCount: 0 } satisfies Admission],
  'GET /api/patients/team/t1': noPatients,
  'GET /api/teams/t1': { ...team, adminId: 'u1' },
  'GET /api/users/u1/userDetails': profile,
  'GET /api/users/u2/userDetails': {
    ...person,
    recommendations: [],
    hasRecommended: false,
  } satisfies ProfileForMembers,
  'GET /api/teams': [team],
  'GET /api/users/me': { ...profile },
  'GET /api/users/u1/metrics': { patients: 0, reviews: 0, revMetricsPerType: [] },
  'GET /api/tags': [],
  'GET /api/drugs/tradeId/d1': drug,
};

const there = <Thing>(thing: Thing | null | undefined): Thing => {
  if (thing === null || thing === undefined) throw new Error('Not on the page');
  return thing;
};
export const press = (user: UserEvent, name: string | RegExp) => async () =>
  user.click(there((await screen.findAllByRole('button', { name }))[0]));
export const typeIn = (label: string | RegExp, form?: string | RegExp) => async () =>
  (form === undefined
    ? screen
    : within(await screen.findByRole('form', { name: form }))
  ).findByLabelText<HTMLInputElement>(label);
export const writeIn = (label: string, form: string) => async () =>
  within(await screen.findByRole('form', { name: form })).findByRole('textbox', { name: label });

/** The patient has no open admission, beside which no other one is made. */
export const afterDischarge = {
  'GET /api/admissions/p1': [
    { ...stay, reviewsCount: 0, dischargeDate: '2026-03-02', dischargeStatus: 0 } satisfies Admission,
  ],
};

export interface Form {
  form: string;
  /** Each run looks at it: one that is opened, one that is open with its screen, and a short one. */
  isModel?: true;
  at: string;
  as?: typeof mona;
  /** The answers of the server to its reads. */
  server?: Parameters<typeof openChart>[2];
  open?: (user: UserEvent) => Promise<unknown>;
  field: () => Promise<HTMLElement>;
  /** The offer shows only while the form is closed. */
  offered?: 'before it is opened';
  /** Fills in the other required fields, and saves. */
  save: (user: UserEvent) => Promise<unknown>;
  /** The answers of the server to its command. */
  answer: Record<string, object>;
}
export const click = (name: string | RegExp, form?: string) => async (user: UserEvent) =>
  user.click(
    (form === undefined ? screen : within(await screen.findByRole('form', { name: form }))).getByRole('button', {
      name,
    }),
  );
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const pick = async (user: UserEvent, field: string, choice: string) => {
  const input = screen.getByRole('combobox', { name: field });
  await user.click(input);
  fireEvent.change(input, { target: { value: choice } });
  await user.click(await screen.findByRole('option', { name: new RegExp(choice, 'i') }));
};
const today = there(reviews[1]);
const withEntry = (added: ReturnType<typeof noError>) => ({
  ...today,
  drugErrs: [...today.drugErrs, added],
  version: 9,
  ...written,
});
/** The server takes each image at once. */
class Upload extends EventTarget {
  upload = new EventTarget();
  responseType = '';
  status = 201;
  response = { images: [{ _id: 'i9', image: '/api/images/i9', thumbnail: '/api/images/i9/thumbnail' }] };
  open(): void {
    /* one address */
  }
  setRequestHeader(): void {
    /* nothing is checked */
  }
  abort(): void {
    /* it is answered before that */
  }
  send(): void {
    this.dispatchEvent(new Event('load'));
  }
}
const addImage = async (user: UserEvent) => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.upload(
    there(document.querySelector<HTMLInputElement>('[data-files]')),
    new File(['1'], '1.jpg', { type: 'image/jpeg' }),
  );
  await user.click(await screen.findByRole('button', { name: /complete Saving/ }));
};
const samy = { ...patient, _id: 'p2', firstName: 'سامي', medicalRecordNumber: 'MRN-78' };
const incoming: IncomingTransfer = {
  ...patient,
  offer: 'o1',
  admission: 'a7',
  fromTeamName: 'Surgical ICU',
  workingDiagnosis: '',
  room: '',
  bed: '',
  note: '',
  offeredByName: 'Omar X',
  offeredAt: '2026-03-05T10:00:00.000Z',
  earliestDate: '2026-03-01',
};
const account = (_id: string, isAdmin: boolean) =>
  listed(_id, { _id, teams: [{ _id: 't1', name: 'Adult ICU', role: 'pharmacist', isAdmin, disabled: false }] });
const admin = {
  'GET /api/users/me': { ...profile, isAdminAccount: true },
  'GET /api/accounts': { accounts: [account('Dina', true), account('Omar', false)], page: 1, pages: 1, total: 2 },
  'GET /api/tags': [{ _id: 'g1', label: 'Antibiotic', version: 3 }],
};
const twice = statement('s1', { kind: 'duplicate', agent: 'same', exceptions: [], severity: 'C', text: 'Twice' });
const statements = { ...admin, 'GET /api/statements': [twice] };
const inDialog = async (label: string | RegExp) => within(await screen.findByRole('dialog')).findByLabelText(label);
const clickInDialog = (name: string) => async (user: UserEvent) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const ward = { 'GET /api/ward/t1': wardBoard(wardPatient('p1')) };
export const forms: Form[] = [
  {
    form: 'a new review',
    isModel: true,
    at: '/admissions/a1',
    open: (user) => press(user, 'CREATE NEW REVIEW')(),
    field: writeIn('Clinical notes', 'New review'),
    offered: 'before it is opened',
    save: click('Save review'),
    answer: { 'POST /api/reviews/addReview': { ...today, _id: 'r9', ...written } },
  },
  {
    form: 'the head of a review',
    at: '/admissions/a1',
    open: async (user) => user.click(await waitFor(() => inReview('r2').getByRole('button', { name: 'Edit' }))),
    field: writeIn('Clinical notes', 'Edit review'),
    offered: 'before it is opened',
    save: click('Save', 'Edit review'),
    answer: { 'PUT /api/reviews/updateRevHead/r2': { ...today, version: 9, ...written } },
  },
  {
    form: 'a new entry',
    at: '/admissions/a1',
    open: (user) => press(user, /ADD MEDICATION/)(),
    field: writeIn('Note', 'New medication'),
    offered: 'before it is opened',
    save: async (user) => {
      await pick(user, 'Drug', 'Tienam');
      await pick(user, 'Error type', 'Renal');
      await click('Save', 'New medication')(user);
    },
    answer: { 'POST /api/reviews/addRevMed/r2': withEntry(entry('e9', 'Tienam', { version: 9 })) },
  },
  {
    form: 'an entry',
    at: '/admissions/a1',
    open: (user) => press(user, 'Edit Zyvox')(),
    field: writeIn('Note', 'Edit Zyvox'),
    offered: 'before it is opened',
    save: click('Save', 'Edit Zyvox'),
    answer: { 'PUT /api/reviews/updateRevMed/r2': { ...today, version: 9, ...written } },
  },
  {
    form: 'a new physician note',
    at: '/admissions/a1?tab=notes',
    as: hany,
    open: (user) => press(user, 'CREATE NEW PHYSICIAN NOTE')(),
    field: writeIn('Clinical Notes', 'New physician note'),
    offered: 'before it is opened',
    save: click('Save note'),
    answer: { 'POST /api/physicNotes/addphysicNote': { ...note, _id: 'n9', ...written } },
  },
  {
    form: 'a physician note',
    at: '/admissions/a1?tab=notes',
    as: hany,
    open: (user) => press(user, 'Edit')(),
    field: writeIn('Clinical Notes', 'Edit physician note'),
    offered: 'before it is opened',
    save: click('Save', 'Edit physician note'),
    answer: { 'PUT /api/physicNotes/updatePhysicNote/n1': { ...note, version: 9, ...written } },
  },
  {
    form: 'a new medication of the admission',
    at: '/admissions/a1?tab=medication',
    open: (user) => press(user, 'ADD MEDICATION')(),
    field: typeIn('Note', 'New medication of the admission'),
    offered: 'before it is opened',
    save: async (user) => {
      await pick(user, 'Drug', 'Tienam');
      await click('Save', 'New medication of the admission')(user);
    },
    answer: { 'POST /api/admissions/a1/medications': { ...medication('m9', 'Tienam'), ...written } },
  },
  {
    form: 'a medication of the admission',
    at: '/admissions/a1?tab=medication',
    open: (user) => press(user, 'Edit Meronem')(),
    field: typeIn('Note', 'Edit Meronem'),
    offered: 'before it is opened',
    save: click('Save', 'Edit Meronem'),
    answer: { 'PUT /api/admissions/a1/medications/m1': { ...medication('m1', 'Meronem', { version: 9 }), ...written } },
  },
  {
    form: 'the title of images',
    at: '/admissions/a1?tab=gallery',
    field: typeIn('Title*'),
    save: addImage,
    answer: {
      'POST /api/admissions/a1/gallery': {
        ...there(admission.gallery[0]),
        _id: 'g9',
        admission: 'a1',
        gallery: [],
        version: 9,
        ...written,
      },
    },
  },
  {
    form: 'a new patient',
    at: '/patientlist/t1?firstName=%D9%86%D9%88%D8%B1',
    open: (user) => press(user, 'Add Patient')(),
    field: typeIn('Fourth name', 'Add Patient'),
    save: async (user) => {
      const birthdate = within(screen.getByRole('form', { name: 'Add Patient' })).getByLabelText(/Birthdate/);
      fireEvent.change(birthdate, { target: { value: '1960-01-01' } });
      await click('Add Patient', 'Add Patient')(user);
    },
    answer: { 'POST /api/patients': { ...patient, ...written } },
  },
  {
    form: 'a patient',
    isModel: true,
    at: '/patient/p1',
    field: typeIn('Fourth name'),
    save: click('Save'),
    answer: { 'PUT /api/patients/p1/edit': { ...patient, version: 9, ...written } },
  },
  {
    form: 'a new admission',
    at: '/patient/p1',
    server: afterDischarge,
    open: (user) => press(user, 'CREATE NEW ADMISSION')(),
    field: writeIn('Clinical details', 'CREATE NEW ADMISSION'),
    save: click('Add New Admission'),
    answer: { 'POST /api/admissions': { ...stay, ...written } },
  },
  {
    form: 'an admission',
    at: '/patient/p1',
    open: (user) => press(user, 'Edit')(),
    field: typeIn('Discharge note'),
    save: click('Save'),
    answer: { 'PUT /api/admissions/a1/edit': { ...stay, version: 9, ...written } },
  },
  {
    form: 'a discharge',
    at: '/patient/p1',
    open: (user) => press(user, 'Discharge')(),
    field: typeIn('Discharge note'),
    save: async (user) => {
      fill(/Discharge status/, '0');
      await click('Discharge Patient')(user);
    },
    answer: { 'PUT /api/admissions/a1/edit': { ...stay, version: 9, ...written } },
  },
  {
    form: 'a new team',
    at: '/teamlist',
    open: (user) => press(user, 'CREATE NEW TEAM')(),
    field: typeIn(/Team Name/),
    save: async (user) => {
      fill(/Specialty/, '1');
      await click('Create Team')(user);
    },
    answer: { 'POST /api/teams': { ...team, ...written } },
  },
  {
    form: 'a team',
    at: '/teamlist/t1',
    field: typeIn('Cloud name'),
    save: click('Save team'),
    answer: { 'PUT /api/teams/t1/edit': { ...team, adminId: 'u1', version: 9, ...written } },
  },
  {
    form: 'the profile',
    at: '/profile',
    field: typeIn('Messaging phone'),
    save: click('Save'),
    answer: { 'PUT /api/users/u1/edit': { ...profile, version: 9, ...written } },
  },
  {
    form: 'a recommendation',
    at: '/user/u2',
    field: writeIn('Your recommendation', 'Your recommendation'),
    save: click('Submit'),
    answer: { 'POST /api/users/addRecomm/u2': { ...written } },
  },
  {
    form: 'a new drug',
    at: '/drugs',
    field: typeIn('Tips'),
    save: async (user) => {
      fill(/Root name/, 'Meropenem');
      fill('Trade label 1', 'Meronem');
      await click('Submit New Drug')(user);
    },
    answer: { 'POST /api/drugs': { ...drug, ...written } },
  },
  {
    form: 'a drug',
    at: '/drugs?tradeId=d1',
    field: typeIn('Tips'),
    save: click('Save'),
    answer: { 'PUT /api/drugs': { ...drug, version: 9, ...written } },
  },
  {
    form: 'a statement',
    at: '/statements',
    server: statements,
    open: (user) => press(user, 'Change')(),
    field: typeIn(/^Source/, 'Change the statement'),
    save: click('Save as a draft'),
    answer: { 'PUT /api/statements/s1': { ...twice, version: 9, ...written } },
  },
];
/** The forms of one field or two, most of them in dialogs. */
export const shortForms: Form[] = [
  {
    form: 'the deferral of an inpatient',
    at: '/ward/t1',
    server: ward,
    open: async (user) => {
      await press(user, 'Actions for p1')();
      await press(user, 'Defer until…')();
    },
    field: () => inDialog(/^Reason/),
    save: clickInDialog('Defer'),
    answer: { 'PUT /api/admissions/a-p1/deferral': { admission: 'a-p1', ...written } },
  },
  {
    form: 'the name of a view of the ward board',
    at: '/ward/t1',
    server: ward,
    open: async (user) => {
      await press(user, 'Filter')();
      await press(user, 'Save as a view…')();
    },
    field: () => inDialog(/^Name/),
    save: clickInDialog('Save'),
    answer: {
      'POST /api/teams/t1/views': {
        _id: 'v1',
        name: 'x',
        filter: filterOfEveryone,
        userId: 'u1',
        userName: 'M',
        version: 9,
      },
    },
  },
  {
    form: 'the hold of a medication',
    at: '/admissions/a1?tab=medication',
    open: (user) => press(user, 'Hold Meronem')(),
    field: typeIn('Reason', 'Hold Meronem'),
    save: async (user) =>
      user.click(within(screen.getByRole('form', { name: 'Hold Meronem' })).getByRole('button', { name: 'Hold' })),
    answer: { 'POST /api/admissions/a1/medications/m1/hold': { ...medication('m1', 'Meronem'), ...written } },
  },
  {
    form: 'the approval of a statement',
    at: '/statements',
    server: statements,
    open: (user) => press(user, 'Approve again')(),
    field: () => inDialog(/^Name of the clinician/),
    save: clickInDialog('Approve'),
    answer: { 'POST /api/statements/s1/approve': { ...twice, version: 9, ...written } },
  },
  {
    form: 'the dismissal of a proposal',
    at: '/admissions/a1',
    server: {
      'GET /api/statements': [twice],
      'GET /api/drugs': [{ ...trade, _id: medication('m1', 'Meronem').drug, drug: medication('m1', 'Meronem').drug }],
      'GET /api/admissions/a1/findings': { admission: 'a1', decisions: [] },
      'GET /api/admissions/a1/medications': [medication('m1', 'Meronem'), medication('m2', 'Meronem')],
    },
    open: (user) => press(user, /^Dismiss\s*:/)(),
    field: typeIn(/^Reason/, /^Dismiss:/),
    save: async (user) =>
      user.click(within(screen.getByRole('form', { name: /^Dismiss:/ })).getByRole('button', { name: 'Dismiss' })),
    answer: {
      'POST /api/admissions/a1/findings': {
        key: 's1 m1 m2',
        fingerprint: 'x',
        statementId: 's1',
        statementVersion: 1,
        kind: 'dismissed',
        admission: 'a1',
        ...written,
      },
    },
  },
  {
    form: 'a decision of the reconciliation',
    at: '/admissions/a1?tab=medication&part=reconciliation',
    open: async (user) => {
      const keys = within(await screen.findByRole('toolbar', { name: 'Decision about Meronem' }));
      await user.click(keys.getByRole('button', { name: /Changed/ }));
    },
    field: typeIn('Changed: the reason', 'Decision about Meronem'),
    save: async (user) => {
      const form = within(screen.getByRole('form', { name: 'Decision about Meronem' }));
      await user.click(form.getByRole('button', { name: 'Save' }));
    },
    answer: { 'PUT /api/admissions/a1/reconciliation': { ...noReconciliation, ...written } },
  },
  {
    form: 'a medicine from home',
    at: '/admissions/a1?tab=medication&part=reconciliation',
    open: (user) => press(user, 'Add a medicine from home')(),
    field: typeIn('Or the name that the patient uses'),
    save: click('Save'),
    answer: {
      'POST /api/admissions/a1/homeMedications': {
        _id: 'h1',
        admission: 'a1',
        drug: '',
        drugLabel: 'Tea',
        version: 9,
        ...written,
      },
    },
  },
  {
    form: 'the offer of a transfer',
    at: '/admissions/a1',
    server: { 'GET /api/transfers/t1/teams': { teams: [{ _id: 't2', name: 'Ward 7' }] } },
    open: (user) => press(user, 'Transfer…')(),
    field: () => inDialog('Note'),
    save: async (user) => {
      await user.selectOptions(await screen.findByRole('combobox'), 'Ward 7');
      await clickInDialog('Offer')(user);
    },
    answer: { 'POST /api/admissions/a1/transfer': { ...admission, ...written } },
  },
  {
    form: 'the answer to an offer of a transfer',
    at: '/transfers/t1',
    server: {
      'GET /api/transfers/t1/incoming': { team: 't1', incoming: [incoming] },
      'GET /api/transfers/t1/transferred': { team: 't1', transferred: [], page: 1, pages: 1, total: 0 },
    },
    open: (user) => press(user, /^Decline/)(),
    field: () => inDialog('Reason'),
    save: clickInDialog('Decline'),
    answer: { 'PUT /api/admissions/a7/transfer/decline': { _id: 'a7', ...written } },
  },
  {
    form: 'a move to another chart',
    at: '/admissions/a1',
    server: {
      'GET /api/patients/inpatients/t1': { inpatients: [samy], team: 't1' },
      'GET /api/admissions/p2': [{ ...stay, _id: 'a2', patient: 'p2' }],
      'GET /api/reviews/listAdmissionReviews/a2': [],
    },
    open: (user) => press(user, /Move to another chart: 2026-03-03/)(),
    field: () => inDialog(/Reason/),
    save: async (user) => {
      const dialog = within(screen.getByRole('dialog'));
      await user.click(await dialog.findByRole('button', { name: /سامي/ }));
      await dialog.findByRole('radio', { name: /Admitted 2026-03-01/ });
      await clickInDialog('Move')(user);
    },
    answer: {
      'POST /api/admissions/a1/moves': { kind: 'review', to: { admission: 'a2', thing: 'r7' }, ...written },
    },
  },
  {
    form: 'the reason of a merge',
    at: '/patient/p1/merge?with=p2',
    server: { 'GET /api/patients/p2': samy, 'GET /api/admissions/p2': [] },
    field: typeIn('Reason (optional)'),
    save: async (user) => {
      await click('Merge')(user);
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge' }));
    },
    answer: { 'POST /api/patients/p1/merged': { ...patient, ...written } },
  },
  {
    form: 'a new member',
    at: '/teamlist/t1',
    field: typeIn(/^Email of a registered user/),
    save: click('Add member'),
    answer: { 'POST /api/teams/t1/members': { ...team, adminId: 'u1', ...written } },
  },
  {
    form: 'an invitation',
    at: '/teamlist/t1',
    server: { 'GET /api/teams/t1/invitations': [] },
    field: typeIn(/^E-mail of the person/),
    save: click('Invite'),
    answer: { 'POST /api/teams/t1/invitations': { _id: 'i1' } },
  },
  {
    form: 'the reason to disable an account',
    at: '/accounts',
    server: admin,
    open: (user) => press(user, /^Disable: Dina/)(),
    field: () => inDialog(/Reason/),
    save: clickInDialog('Disable'),
    answer: { 'PUT /api/accounts/Dina': { _id: 'Dina', disabled: true } },
  },
  {
    form: 'another admin for a team',
    at: '/accounts',
    server: admin,
    open: (user) => press(user, /: Adult ICU$/)(),
    field: () => inDialog(/Reason/),
    save: async (user) => {
      await user.selectOptions(screen.getByRole('combobox', { name: /New admin/ }), 'Omar Adel (omar@h.test)');
      await clickInDialog('Make admin')(user);
    },
    answer: { 'PUT /api/teams/t1/admin': { ...team, ...written } },
  },
  {
    form: 'the text for the chat assistant',
    at: '/admissions/a1',
    server: {
      'GET /api/config': { timeZone: 'Africa/Cairo', blockedHostnames: [], chatUrl: 'https://chat.example/' },
    },
    open: (user) => press(user, 'Ask')(),
    field: () => inDialog('What is sent, exactly'),
    save: clickInDialog('Copy the text'),
    answer: { 'POST /api/admissions/a1/chatAsked': {} },
  },
  {
    form: 'a new tag',
    at: '/adminTools',
    server: admin,
    field: typeIn(/^New tag/),
    save: async (user) => user.click(there(screen.getAllByRole('button', { name: 'Add' })[1])),
    answer: { 'POST /api/tags': { _id: 'g9', label: 'typed', version: 9, ...written } },
  },
  {
    form: 'a tag',
    isModel: true,
    at: '/adminTools',
    server: admin,
    open: (user) => press(user, 'Rename Antibiotic')(),
    field: typeIn('Name', 'Rename Antibiotic'),
    save: click('Save', 'Rename Antibiotic'),
    answer: { 'PUT /api/tags/g1': { _id: 'g1', label: 'typed', version: 9, ...written } },
  },
];
export const typed = 'half a sentence نصف';

export async function type(field: HTMLElement): Promise<void> {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    fireEvent.change(field, { target: { value: typed } });
  else field.innerHTML = `<p>${typed}</p>`;
  // The editor reads the change in a later task, and reports it on blur.
  await waitFor(() => {
    fireEvent.blur(field);
    expect(unsavedEdits().size).toBe(1);
  });
}
const textOf = (field: HTMLElement): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');
export const kept = () =>
  Object.entries(sessionStorage).filter(
    ([name, text]) => name.startsWith('draft:') && String(text).includes('half a sentence'),
  );

export const keepsAndOffers = async ({ at, as = mona, server, open, field, offered }: Form) => {
  const first = openChart(as, at, { ...replies, ...server });
  await open?.(first.user);
  await type(await field());
  await waitFor(() => expect(screen.queryAllByText(/Loading/)).toEqual([]));
  first.unmount();
  expect(kept()).toHaveLength(1);

  const { user, unmount } = openChart(as, at, { ...replies, ...server });
  if (offered === undefined) {
    await open?.(user);
    expect(textOf(await field())).not.toContain(typed);
  }
  const offer = await screen.findByText(reads(/^Draft of/));
  expect(document.body).not.toHaveTextContent(typed);
  await user.click(within(there(offer.closest<HTMLElement>('[role=status]'))).getByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect(textOf(await field())).toContain(typed));
  unmount();
  // A logout leaves nothing for the next person at this computer.
  session.send({ type: 'signedUp', user: as });
  session.send({ type: 'logout' });
  expect(kept()).toEqual([]);
};

export const offers = () => screen.queryAllByText(reads(/^Draft of/));

export const forgetsWhenSaved = async ({ at, as = mona, server, open, field, save, answer }: Form) => {
  const { user, commands, unmount } = openChart(as, at, { ...replies, ...server, ...answer });
  await open?.(user);
  await type(await field());
  await waitFor(() => expect(kept()).toHaveLength(1));
  await save(user);
  await waitFor(() => expect(commands().map(({ call }) => call)).toEqual(Object.keys(answer)));
  await waitFor(() => expect(unsavedEdits().size).toBe(0));
  expect([kept(), offers()]).toEqual([[], []]);
  unmount();
  expect(kept()).toEqual([]);
};

export const forgetsWhenDiscarded = async ({ at, as = mona, server, open, field }: Form) => {
  const { user, router, unmount } = openChart(as, at, { ...replies, ...server });
  await open?.(user);
  await type(await field());
  void router.navigate('/about');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard and leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
  await waitFor(() => expect(document.querySelector('form, [data-add-entry]')).toBeNull());
  expect(kept()).toEqual([]);
  unmount();
};
