/**
 * The content of the request for each row of the table. It is valid in every other way, so that its status depends on
 * the right alone. `placeholders.ts` fills the names in braces. A row without an entry sends `{}`, a read nothing.
 */
export interface RequestContent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** A picture, as a form. */
  readonly picture?: true;
}

const period = { query: { startDate: '2025-03-01', endDate: '2025-03-31' } };
const between = { asOf: '2025-03-02T12:00:00Z', until: '2025-03-03T12:00:00Z' };
const entry = {
  errType: '{error type}',
  errDrug: '{trade label}',
  errNote: '<p>INR 4</p>',
  errRes: 1,
  errSeverity: 'C',
};
const rating = { body: { reviewId: '{review}', errId: '{entry}', rating: 4.5 } };

const move = { toAdmission: '{another admission}', reason: 'Another stay' };

const newPasskeyAnswer = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

export const requests: Readonly<Record<string, RequestContent>> = {
  'Fetch the session after it': { body: { code: 'a-code' } },
  'Sign up': {
    body: {
      firstName: 'New',
      lastName: 'Person',
      email: '{new e-mail}',
      phone: '',
      password: '{password}',
      token: '{solved challenge}',
    },
  },
  'Sign in': { body: { email: "{another's e-mail}", password: '{password}' } },
  'Finish a sign-in with a second factor': { body: { ticket: 'x' } },
  'Sign in with a passkey': { body: { ticket: 'x' } },
  'Confirm an authenticator app with a wrong code': { body: { code: '123456' } },
  'Add a passkey with a wrong answer': { body: { ticket: 'x', answer: newPasskeyAnswer } },
  'Prove who is there': { body: { password: '{password}' } },
  'Unlock the own session': { body: { password: '{password}' } },
  'Set a PIN on this device': { body: { pin: '482915', password: '{password}' } },
  'Enable an account': { body: { disabled: false } },
  'Disable an account': { body: { disabled: true, reason: 'Left' } },
  'Choose the own language': { body: { code: 'ar', digits: 'arab' } },
  'Ask for a link to set a new password': { body: { email: "{another's e-mail}", forgetPW: true } },
  'Set a new password with a mailed link': { body: { token: "{mailed link's token}", password: '{password}' } },
  'Confirm the own e-mail with a mailed link': { body: { token: "{own mailed link's token}" } },
  'Read the own metrics': period,
  "Read another person's metrics": period,
  'Change the own profile': { body: { title: 'Consultant' } },
  'Change the own password': { body: { password: '{password}', currentPassword: '{password}' } },
  "Change another person's profile": { body: { title: 'Consultant' } },
  'Recommend another person': { body: { recommendation: '<p>Careful</p>' } },
  'Recommend oneself': { body: { recommendation: '<p>Careful</p>' } },
  'Publish a recommendation about oneself': { body: { isAccepted: true } },
  'Publish a recommendation about another person': { body: { isAccepted: true } },

  'Found a team': { body: { name: 'CCU', specialty: 2, about: '' } },
  'Change a team': { body: { about: '<p>Twenty beds</p>' } },
  'Require a second factor of the members': { body: { secondFactorRequired: true } },
  'Waive the second factor of the members': { body: { secondFactorRequired: false } },
  'Add a member': { body: { email: '{newcomer}' } },
  "Offer the team admin's place": { body: { userId: '{a member}' } },
  "Answer the offer of the team admin's place": { body: { accept: false } },
  'Appoint another team admin': { body: { userId: 'unknown', reason: 'Left' } },
  'Invite a person by mail': { body: { email: '{new e-mail}', role: 'reader' } },
  'See what an invitation is for': { body: { token: 'x' } },
  'Join a team by an invitation': { body: { token: 'x' } },
  "Switch a member's role": { body: { role: 'physician' } },
  'Appoint an auditor': { body: { canAudit: true } },
  "Switch the team admin's role": { body: { role: 'physician' } },
  'Record that the round list was printed': { body: { found: 3 } },
  'Record that a list of who is on a drug was printed': { body: { found: 3 } },
  'Record that a report was printed': { body: { report: 1, ...period.query } },

  'Ask who may be the same person': { query: { firstName: 'محمد' } },
  'Register a patient': { body: { team: '{team}', firstName: 'منى', birthdate: '1990-05-01' } },
  'Merge a patient into another': { body: { patient: '{another patient}' } },
  'Ask for the erasure of a patient': { body: { category: 'wish', reason: 'They asked for it in writing' } },
  'Correct a patient': { body: { medicalRecordNumber: '1207' } },

  'Admit a patient': { body: { patient: '{patient}', team: '{team}', admissionDate: '2025-03-01' } },
  'Edit or discharge': { body: { dischargeDate: '2025-03-09', dischargeStatus: 0 } },
  'Record a question to the chat assistant': { body: { reviews: 1 } },
  'Upload images': { picture: true },
  'Add a group of images': { body: { title: 'Wound', images: [{ image: '{path of an image}' }] } },
  'Add a medication': { body: { drug: '{trade label}', dose: '5 mg', startDate: '2025-03-01' } },
  'Change a medication': { body: { dose: '10 mg' } },
  'Sort the medications': { body: { ids: ['{medication}'] } },

  'Offer a patient to another team': { body: { toTeam: '{receiving team}', note: 'Stable' } },
  'Withdraw an offer': { body: { offer: '{offer}' } },
  'Decline what is offered to the team': { body: { offer: '{incoming offer}', reason: 'No bed' } },
  'Accept what is offered to the team': { body: { offer: '{incoming offer}' } },

  'Move a review to another chart': { body: { kind: 'review', id: '{review}', ...move } },
  'Move an entry to another chart': { body: { kind: 'entry', id: '{entry}', reviewId: '{review}', ...move } },
  'Move a physician note to another chart': { body: { kind: 'note', id: '{note}', ...move } },
  'Move images to another chart': { body: { kind: 'images', id: '{group}', ...move } },
  'Add a review': { body: { admissionId: '{admission}', reviewDate: '2025-03-02', drugErrs: [entry] } },
  "Change a review's head": { body: { reviewDate: '2025-03-03', clinicalNote: '<p>Better</p>' } },
  'Add an entry': { body: { reviewId: '{review}', drugErr: entry } },
  'Change an entry': { body: { reviewId: '{review}', drugErr: { ...entry, _id: '{entry}', errSeverity: 'D' } } },
  'Remove an entry': { body: { reviewId: '{review}', drugErr: { _id: '{entry}' } } },
  'Set the follow-up date of an entry': {
    body: { reviewId: '{review}', errId: '{entry}', followUpDate: '2025-03-05' },
  },
  'Take over an entry': { body: { reviewId: '{review}', errId: '{entry}' } },
  'Record the response to an entry': { body: { reviewId: '{review}', errId: '{entry}', errRes: 1 } },
  'Rate an entry': rating,
  'Rate an entry (the other path)': rating,

  'Add a note': { body: { admissionId: '{admission}', noteDate: '2025-03-02', note: '<p>Echo</p>' } },
  'Change a note': { body: { noteDate: '2025-03-03', note: '<p>Echo done</p>' } },

  'Collected report': period,
  'How much a report will hold': period,
  'Errors by type': period,
  'Reviews per day': period,
  'Errors by tag': period,
  'What changed a report between two instants': { query: { ...period.query, ...between, report: '2' } },
  'What changed the recurrent admissions': { query: between },
  'How many patients were deleted since': { query: { asOf: between.asOf } },
  'Export reviews as CSV': period,
  'Export reviews as XLSX': period,

  'Add a drug': { body: { label: 'Heparin', tradeLabels: [{ label: '{new label}' }] } },
  'Change a drug': { body: { _id: '{drug}', tips: '{new label}' } },
  'Restore a drug': { body: { revision: 0 } },
  'Add an error type': { body: { label: '{new label}' } },
  'Rename an error type': { body: { label: '{new label}' } },
  'Add a tag': { body: { label: '{new label}' } },
  'Rename a tag': { body: { label: '{new label}' } },
  'Keep an own error template': {
    body: { errDrugTradeId: '{trade label}', errType: '{error type}', errNote: '<p>{new label}</p>' },
  },
};
