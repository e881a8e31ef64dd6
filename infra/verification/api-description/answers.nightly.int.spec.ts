import type { AccessPage } from 'language/contract/accesses';
import type { DrugUsePage } from 'language/contract/drug-use';
import type {
  Admission,
  AdmissionMedication,
  Drug,
  ErrorType,
  GalleryChange,
  Move,
  Patient,
  PhysicianNote,
  Review,
  SignedIn,
  Tag,
  Team,
  UploadedImages,
} from 'language/contract/entities';
import type { HomeMedication } from 'language/contract/reconciliation';
import type { TeamInvitation } from 'language/contract/invitations';
import type { Recommendation, UserErrorTemplate } from 'language/contract/profiles';
import type { UserSession } from 'language/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../test/product.ts';
import { buildWhatChanged } from '../test/started-program.ts';
import { calls as described, nameOf } from './calls.ts';
import { tables } from './tables.ts';
import { callAllergiesAndValues, callProposals } from './testing/chart-calls.ts';
import { CheckedCalls } from './testing/checked-calls.ts';
import { callErasures } from './testing/erasure-calls.ts';
import { callSecondFactors } from './testing/second-factor-calls.ts';

let product: Product;
let calls: CheckedCalls;

const PASSWORD = 'demo-pass-1';
/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  await buildWhatChanged();
  product = await startProduct({
    env: {
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      ADMIN_EMAIL: 'admin@hospital.test',
      ADMIN_PASSWORD: PASSWORD,
      CHAT_URL: 'https://chat.test/?q={prompt}',
    },
  });
  calls = new CheckedCalls(product.url);
}, 180_000);
afterAll(() => product.stop());

const signUp = async (firstName: string): Promise<SignedIn> =>
  calls.as(undefined)<SignedIn>(
    'POST',
    '/api/users',
    {},
    {
      firstName,
      lastName: 'Adel',
      email: `${firstName.toLowerCase()}@hospital.test`,
      phone: '01001234501',
      password: PASSWORD,
    },
  );

test('the answer of every call fits its description', async () => {
  const [mona, hany] = [await signUp('Mona'), await signUp('Hany')];
  const signedIn = await calls.as(undefined)<SignedIn>(
    'POST',
    '/api/users/login',
    {},
    { email: 'mona@hospital.test', password: PASSWORD },
  );
  const admin = await calls.as(undefined)<SignedIn>(
    'POST',
    '/api/users/login',
    {},
    { email: 'admin@hospital.test', password: PASSWORD },
  );
  const [me, physician, adminAccount] = [calls.as(signedIn.token), calls.as(hany.token), calls.as(admin.token)];

  const errType = await adminAccount<ErrorType>('POST', '/api/errtypes', {}, { label: 'Dose too high' });
  await adminAccount('PUT', '/api/errtypes/:id', { id: errType._id }, { label: 'Overdose' });
  const tag = await adminAccount<Tag>('POST', '/api/tags', {}, { label: 'Renal' });
  await adminAccount('PUT', '/api/tags/:id', { id: tag._id }, { label: 'Kidney' });
  await adminAccount('POST', '/api/drugs/updateTradeList', {}, {});
  const drug = await me<Drug>(
    'POST',
    '/api/drugs',
    {},
    {
      label: 'Warfarin',
      tradeLabels: [{ label: 'Marevan' }],
      errTemps: [{ errType: errType._id, isAdult: true, label: '<p>INR</p>' }],
      tags: [tag._id],
    },
  );
  await me('PUT', '/api/drugs', {}, { _id: drug._id, tips: 'Evening' });
  await me('POST', '/api/drugs/:id/restore', { id: drug._id }, { revision: 0 });
  const trade = drug.tradeLabels[0]!._id;

  const team = await me<Team>('POST', '/api/teams', {}, { name: 'ICU', specialty: 1, about: '<p>Ten beds</p>' });
  const id = team._id;
  await me('POST', '/api/teams/:id/members', { id }, { email: 'hany@hospital.test' });
  await me('PUT', '/api/teams/:id/members/:userId', { id, userId: hany._id }, { role: 'physician' });
  await me('PUT', '/api/teams/:id/edit', { id }, { about: '<p>Twelve beds</p>' });

  const names = { firstName: 'أحمد', middleName: 'محمد', lastName: 'علي', fourthName: 'حسن', birthdate: '1960-02-29' };
  const patient = await me<Patient>('POST', '/api/patients', {}, { team: id, ...names, medicalRecordNumber: '12' });
  await me('PUT', '/api/patients/:id/edit', { id: patient._id }, { ...names, firstName: 'محمود' });
  const admission = await me<Admission>(
    'POST',
    '/api/admissions',
    {},
    { patient: patient._id, admissionDate: '2025-03-01', admissionDetails: '<p>AF</p>' },
  );
  const admissionId = admission._id;
  await me('GET', '/api/ward/:teamId', { teamId: id });
  await me(
    'PUT',
    '/api/admissions/:id/edit',
    { id: admissionId },
    { dischargeDate: '2025-03-09', dischargeStatus: 0, dischargeNote: 'Home' },
  );
  const ward = await me<Team>('POST', '/api/teams', {}, { name: 'Ward 7', specialty: 1, about: '' });
  await me('PUT', '/api/teams/:id/edit', { id: ward._id }, { receivesTransfers: true });
  const transferred = await me<Patient>('POST', '/api/patients', {}, { team: id, ...names, medicalRecordNumber: '13' });
  const stay = await me<Admission>(
    'POST',
    '/api/admissions',
    {},
    { patient: transferred._id, admissionDate: '2025-03-01' },
  );
  await me('GET', '/api/transfers/:teamId/teams', { teamId: id });
  for (const answer of ['withdraw', 'decline', 'accept']) {
    const body = { toTeam: ward._id, note: 'Stable' };
    const { transfer } = await me<Admission>('POST', '/api/admissions/:id/transfer', { id: stay._id }, body);
    await me('GET', '/api/admissions/:id/details', { id: stay._id });
    await me('GET', '/api/transfers/:teamId/incoming', { teamId: ward._id });
    await me('PUT', `/api/admissions/:id/transfer/${answer}`, { id: stay._id }, { offer: transfer?.offer });
  }
  await me('GET', '/api/transfers/:teamId/transferred', { teamId: id });

  const form = new FormData();
  form.set('image', new File([png], 'wound.png', { type: 'image/png' }));
  const { images } = await me<UploadedImages>('POST', '/api/admissions/:id/images', { id: admissionId }, form);
  const image = images[0]!._id;
  const group = await me<GalleryChange>(
    'POST',
    '/api/admissions/:id/gallery',
    { id: admissionId },
    { title: 'Wound', images: [{ image: images[0]!.image }] },
  );
  const medication = await me<AdmissionMedication>(
    'POST',
    '/api/admissions/:id/medications',
    { id: admissionId },
    { drug: trade, dose: '5 mg', startDate: '2025-03-01' },
  );
  const med = { id: admissionId, medId: medication._id };
  await me('PUT', '/api/admissions/:id/medications/:medId', med, { dose: '3 mg' });
  await me('POST', '/api/admissions/:id/medications/:medId/hold', med, { reason: 'NPO' });
  await me('POST', '/api/admissions/:id/medications/:medId/resume', med);
  await me('PUT', '/api/admissions/:id/medications/sort', { id: admissionId }, { ids: [medication._id] });

  await callAllergiesAndValues(me, { patient: patient._id, admission: admissionId, team: id });
  await callProposals(me, adminAccount, { admission: admissionId, errType: errType._id });

  const home = await me<HomeMedication>(
    'POST',
    '/api/admissions/:id/homeMedications',
    { id: admissionId },
    { drug: trade },
  );
  const ofHome = { id: admissionId, homeId: home._id };
  await me('PUT', '/api/admissions/:id/homeMedications/:homeId', ofHome, { drug: '', drugLabel: 'Red tablet' });
  const lines = [{ line: { kind: 'home', id: home._id }, action: 'continued' }];
  await me('PUT', '/api/admissions/:id/reconciliation', { id: admissionId }, { stage: 'discharge', lines });
  await me('POST', '/api/admissions/:id/dischargeListPrinted', { id: admissionId });

  const entry = { errType: errType._id, errDrug: trade, errNote: '<p>INR 4</p>', errRes: 1, errSeverity: 'C' };
  const review = await me<Review>(
    'POST',
    '/api/reviews/addReview',
    {},
    { admissionId, reviewDate: '2025-03-02', clinicalNote: '<p>Stable</p>', drugErrs: [{ ...entry, errRes: null }] },
  );
  const reviewId = review._id;
  await me(
    'PUT',
    '/api/reviews/updateRevHead/:reviewId',
    { reviewId },
    { reviewDate: '2025-03-03', clinicalNote: '<p>Better</p>' },
  );
  const { drugErrs } = await me<Review>('POST', '/api/reviews/addRevMed/:reviewId', { reviewId }, { drugErr: entry });
  const errId = drugErrs[1]!._id;
  await me(
    'PUT',
    '/api/reviews/updateRevMed/:reviewId',
    { reviewId },
    { drugErr: { ...entry, _id: errId, errRes: 2 } },
  );
  await me('PUT', '/api/reviews/:reviewId/followUp', { reviewId }, { errId, followUpDate: '2025-03-05' });
  await me('PUT', '/api/reviews/:reviewId/response', { reviewId }, { errId, errRes: null });
  await me('PUT', '/api/reviews/:reviewId/takeOver', { reviewId }, { errId });
  await me('PUT', '/api/reviews/:reviewId/editRating', { reviewId }, { errId, rating: 4.5 });
  await me('PUT', '/api/reviews/editRating/:reviewId', { reviewId }, { errId, rating: 4 });
  await me('POST', '/api/reviews/remRevMed/:reviewId', { reviewId }, { drugErr: { _id: errId } });
  await me('POST', '/api/reviews/:reviewId/printed', { reviewId }, {});
  await me('POST', '/api/teams/:id/reportPrinted', { id }, { report: 4 });
  await me('POST', '/api/teams/:id/roundListPrinted', { id }, { found: 3 });
  await me('POST', '/api/teams/:id/drugUsePrinted', { id }, { found: 3 });
  await me('POST', '/api/admissions/:id/chatAsked', { id: admissionId }, { reviews: 1 });
  const copy = await me<Review>('POST', '/api/reviews/:reviewId/duplicate', { reviewId }, { reviewDate: '2025-03-04' });
  const note = await physician<PhysicianNote>(
    'POST',
    '/api/physicNotes/addphysicNote',
    {},
    { admissionId, noteDate: '2025-03-02', note: '<p>Culture</p>' },
  );
  await physician(
    'PUT',
    '/api/physicNotes/updatePhysicNote/:noteId',
    { noteId: note._id },
    { noteDate: '2025-03-02', note: '<p>Culture sent</p>' },
  );

  const otherStay = await me<Admission>(
    'POST',
    '/api/admissions',
    {},
    { patient: patient._id, admissionDate: '2025-02-01' },
  );
  const moved = await me<Move>(
    'POST',
    '/api/admissions/:id/moves',
    { id: admissionId },
    { kind: 'review', id: copy._id, toAdmission: otherStay._id, reason: 'Another stay' },
  );

  const template = await me<UserErrorTemplate>(
    'POST',
    '/api/userErrTemps',
    {},
    { errDrugTradeId: trade, errType: errType._id, errNote: '<p>Mine</p>' },
  );
  const recommendation = await physician<Recommendation>(
    'POST',
    '/api/users/addRecomm/:userId',
    { userId: mona._id },
    { recommendation: '<p>Careful</p>' },
  );
  await me(
    'PUT',
    '/api/users/recommendations/:recommendationId',
    { recommendationId: recommendation._id },
    { isAccepted: true },
  );
  // The admin account's e-mail is confirmed already, so any token passes. Another write follows at once: other people
  // cannot read this stream, and their reads would wait for it in vain.
  await adminAccount('POST', '/api/users/confirmEmail', {}, { token: 'any' });
  await me('PUT', '/api/users/:id/edit', { id: mona._id }, { title: 'Clinical pharmacist' });
  await me('POST', '/api/users/confirmationMail', {}, {});

  const range = `team=${id}&startDate=2025-01-01&endDate=2025-12-31`;
  const places = { teamId: id, patientId: patient._id, admissionId, ...med };
  for (const path of [
    '',
    '/searchProgress',
    '/errsByTypeDistribution',
    '/countsReviewPerDay',
    '/listReviewsPerTag',
    '/export.csv',
    '/export.xlsx',
  ]) {
    await me('GET', `/api/reviews${path}?${range}`);
    await me('GET', `/api/reviews${path}?${range}&asOf=2025-06-01T12%3A00%3A00Z`);
  }
  const between = `asOf=2025-06-01T12%3A00%3A00Z&until=${encodeURIComponent(new Date().toISOString())}`;
  for (const report of ['1', '2', '3', '5'])
    await me('GET', `/api/reviews/changedBetween?${range}&report=${report}&${between}`);
  for (const path of [
    `/admissions/changedBetween?team=${id}&${between}`,
    `/reviews/erasedSince?team=${id}&asOf=2025-06-01T12%3A00%3A00Z`,
  ])
    await me('GET', `/api${path}`);
  for (const path of ['/listAdmissionReviews/:admissionId', '/revMedDashboard/:admissionId'])
    await me('GET', `/api/reviews${path}`, places);
  for (const path of [
    '/:patientId',
    '/:id/details',
    '/:id/news',
    '/:id/medications',
    '/:id/reconciliation',
    `/getRecurrentAdmissions?team=${id}`,
  ])
    await me('GET', `/api/admissions${path}`, places);
  const again = await me<Patient>('POST', '/api/patients', {}, { team: id, ...names, medicalRecordNumber: '12a' });
  const merging = { id: patient._id, mergedId: again._id };
  await me('POST', '/api/patients/:id/merged', merging, { patient: again._id, reason: 'Registered twice' });
  for (const path of [
    '/:id',
    '/:id/merged',
    '/team/:teamId?medicalRecordNumber=12a',
    '/team/:teamId',
    `/team/:teamId/similar?firstName=${encodeURIComponent('محمود')}`,
    '/inpatients/:teamId',
  ])
    await me('GET', `/api/patients${path}`, { teamId: id, id: patient._id });
  await me('DELETE', '/api/patients/:id/merged/:mergedId', merging);
  await me('GET', '/api/handover/:teamId?discharged=1', places);
  const onDrug = await me<DrugUsePage>('GET', `/api/drug-use/:teamId?drug=${trade}&on=2025-03-03`, places);
  expect(onDrug.total).toBe(1);
  await adminAccount('GET', `/api/drug-use?drug=${trade}&on=2025-03-12`);
  await adminAccount('GET', '/api/installation/teams');
  const invitation = await me<TeamInvitation>(
    'POST',
    '/api/teams/:id/invitations',
    { id },
    { email: 'new@hospital.test', role: 'reader' },
  );
  await me('GET', '/api/teams/:id/invitations', { id });
  await me('POST', '/api/teams/:id/invitations/:invitationId/send', { id, invitationId: invitation._id }, {});
  await me('DELETE', '/api/teams/:id/invitations/:invitationId', { id, invitationId: invitation._id });
  const offered = { userId: hany._id };
  await me('PUT', '/api/teams/:id/admin/offer', { id }, offered);
  await me('DELETE', '/api/teams/:id/admin/offer', { id });
  await me('PUT', '/api/teams/:id/admin/offer', { id }, offered);
  await physician('PUT', '/api/teams/:id/admin/answer', { id }, { accept: false });
  await adminAccount('PUT', '/api/teams/:id/admin', { id }, { ...offered, reason: 'Left' });
  await adminAccount('PUT', '/api/teams/:id/admin', { id }, { userId: mona._id, reason: 'Back' });
  const leaver = await signUp('Leaver');
  await adminAccount('GET', '/api/accounts?search=leaver&condition=unconfirmed');
  for (const body of [{ disabled: true, reason: 'Left' }, { disabled: false }])
    await adminAccount('PUT', '/api/accounts/:userId', { userId: leaver._id }, body);
  await adminAccount('DELETE', '/api/accounts/:userId/sessions', { userId: leaver._id });
  await adminAccount('GET', '/api/security-log?group=signIn');
  await adminAccount('GET', '/api/security-log?newerThan=1');
  await adminAccount('GET', '/api/security-log/export.csv?kind=SignedIn');
  await adminAccount('GET', '/api/security-log/export.xlsx?kind=SignedIn');
  await adminAccount('GET', '/api/operations');
  await adminAccount(
    'POST',
    '/api/operations/parked-streams/:projection/:stream/try-again',
    { projection: 'directory', stream: `team-${id}` },
    {},
  );
  for (const path of ['/api/images/:id', '/api/images/:id/thumbnail']) await me('GET', path, { id: image });
  for (const path of ['/api/teams', '/api/teams/:id', '/api/teams/:id/news']) await me('GET', path, { id });
  for (const path of [
    '/api/users/me',
    '/api/users/:id/userDetails',
    '/api/users/:id/metrics?startDate=2025-01-01&endDate=2025-12-31',
    '/api/userErrTemps',
  ])
    await me('GET', path, { id: mona._id });
  for (const other of [physician, calls.as(undefined)])
    await other('GET', '/api/users/:id/userDetails', { id: mona._id });
  for (const path of [
    '/api/drugs',
    '/api/drugs/roots',
    '/api/drugs/tradeId/:id',
    `/api/drugs/errtemps?trade=${trade}&errType=${errType._id}`,
    '/api/errtypes',
    '/api/tags',
  ])
    await me('GET', path, { id: trade });
  await me('GET', '/api/physicNotes/listAdmNotes/:admissionId', places);
  for (const path of ['/admissions/:id', '/admissions/:id?at=3', '/admissions/:id/moments'])
    await me('GET', `/api/history${path}`, { id: admissionId });
  for (const path of ['/entries/:id', `/entries/:id?review=${reviewId}`])
    await me('GET', `/api/history${path}`, { id: errId });
  for (const [kind, thing] of [
    ['patients', patient._id],
    ['teams', id],
    ['drugs', drug._id],
  ] as const) {
    for (const path of ['', '/verify', '/export']) await me('GET', `/api/history/${kind}/:id${path}`, { id: thing });
  }
  for (const path of ['/verify', '/export']) await me('GET', `/api/history/admissions/:id${path}`, { id: admissionId });
  for (const path of ['/errors', '/errors?late=1', '/verifyAll', '/verifyAll?after=s', '/anchors'])
    await me('GET', `/api/history/teams/:id${path}`, { id });
  // The accesses above are in the log within seconds.
  const kinds = async (): Promise<string[]> =>
    (
      await Promise.all(
        [1, 2].map((page) => me<AccessPage>('GET', `/api/teams/:id/accesses?pageNumber=${page}`, { id })),
      )
    ).flatMap(({ accesses }) => accesses.map(({ kind }) => kind));
  await expect
    .poll(kinds)
    .toEqual(
      expect.arrayContaining([
        'ReviewPrinted',
        'DischargeListPrinted',
        'ReviewsExported',
        'ReportRead',
        'ChartOpened',
        'PatientOpened',
        'ErrorsSearched',
        'HistoryRead',
        'HistoryVerified',
        'HistoryExported',
      ]),
    );
  for (const path of ['/api/config', '/api/specialties', '/api/sponsors', '/api/courses', '/api/courses/:id'])
    await calls.as(undefined)('GET', path, { id: 'hypersensitivity-test' });

  await adminAccount('POST', '/api/admissions/stopMedication', {}, {});
  await adminAccount('GET', '/api/admissions/stopMedication');
  await me('POST', '/api/admissions/:id/medications/:medId/stop', med, { stopDate: '2025-03-09' });
  await me('DELETE', '/api/admissions/:id/medications/:medId', med);
  await me('DELETE', '/api/admissions/:id/homeMedications/:homeId', ofHome);
  await me('DELETE', '/api/admissions/:id/gallery/:groupId', { id: admissionId, groupId: group._id });
  await me('DELETE', '/api/userErrTemps/deleteUserErrTemp/:id', { id: template._id });
  await physician('DELETE', '/api/physicNotes/deletePhysicNote/:noteId', { noteId: note._id });
  for (const gone of [reviewId, moved.to.thing]) await me('DELETE', '/api/reviews/:reviewId', { reviewId: gone });
  await me('DELETE', '/api/admissions/:id', { id: otherStay._id });
  await me('DELETE', '/api/admissions/:id', { id: admissionId });
  await me('DELETE', '/api/patients/:id', { id: patient._id });
  await callErasures(me, adminAccount, id);
  await me('DELETE', '/api/teams/:id/members/:userId', { id, userId: hany._id });
  await callSecondFactors(
    {
      as: (token) => calls.as(token),
      async login() {
        const refused = await fetch(`${product.url}/api/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'mona@hospital.test', password: PASSWORD }),
        });
        return (await refused.json()) as { ticket: string };
      },
    },
    signedIn,
    `http://localhost:${new URL(product.url).port}`,
  );
  await me('GET', '/api/users/me/pin');
  await me('PUT', '/api/users/me/pin', {}, { pin: '482915', password: PASSWORD });
  await me('DELETE', '/api/users/me/pin');
  await me('GET', '/api/users/me/device-key');
  await me('PUT', '/api/users/me/language', {}, { code: 'ar', digits: 'arab' });
  await me('POST', '/api/users/me/lock');
  await me('POST', '/api/users/me/unlock/passkey-options', {}, {});
  await me('POST', '/api/users/me/unlock', {}, { password: PASSWORD });
  const sessions = await me<UserSession[]>('GET', '/api/users/me/sessions');
  await me('DELETE', '/api/users/me/sessions/:id', { id: sessions.find(({ isCurrent }) => !isCurrent)?._id ?? '' });
  await me('DELETE', '/api/users/me/sessions');
  await physician('POST', '/api/users/logout', {}, {});

  expect(calls.mistakes).toEqual([]);
  // The challenge has the shape of its library. Mailed links and single sign-on have specs of their own.
  expect(tables.map(nameOf).filter((name) => !calls.checked.has(name))).toEqual([
    'POST /api/users/oidc/backchannel-logout',
    'POST /api/users/resetPassword',
    'GET /api/config/captcha',
    'GET /api/users/oidc/start',
    'GET /api/users/oidc/callback',
    'POST /api/users/oidc/session',
    'POST /api/invitations/read',
    'POST /api/invitations/accept',
  ]);
});

test('the product answers every call of a visitor', async () => {
  const openCalls: Readonly<Record<string, number>> = {
    'POST /api/users/login': 400,
    'POST /api/users/login/second-factor': 400,
    'POST /api/users/login/passkey-options': 200,
    'POST /api/users/login/passkey': 400,
    'POST /api/users': 400,
    'POST /api/users/resetPassword': 400,
    // There is no provider.
    'GET /api/users/oidc/start': 404,
    'GET /api/users/oidc/callback': 404,
    'POST /api/users/oidc/session': 400,
    'POST /api/users/oidc/backchannel-logout': 404,
    'GET /api/users/:id/userDetails': 404,
    'POST /api/invitations/read': 400,
    'GET /api/config': 200,
    // Off where nothing is to be solved.
    'GET /api/config/captcha': 404,
    'GET /api/specialties': 200,
    'GET /api/sponsors': 200,
    'GET /api/courses': 200,
    'GET /api/courses/:id': 404,
    'GET /api/health': 200,
    'GET /api/ready': 200,
    'GET /api/docs': 200,
    'GET /api/docs/openapi.json': 200,
  };
  const ask = async (call: string): Promise<number> => {
    const [method = '', path = ''] = call.split(' ');
    const body =
      method === 'POST' || method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
    const answer = await fetch(product.url + path.replaceAll(/:\w+/g, 'an-id'), { method, ...body });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const call of Object.keys(described)) expect([call, await ask(call)]).toEqual([call, openCalls[call] ?? 401]);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect([method, await ask(`${method} /api/not/there`)]).toEqual([method, 404]);
});
