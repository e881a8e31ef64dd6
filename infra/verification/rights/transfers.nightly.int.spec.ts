/**
 * A transfer between two teams, asked of the running product: what the old team, the new one and a third one reach
 * before, after, and when the patient has come back; and in which figures of which team the stay counts
 * (docs/decisions/write-side/transfers.md, docs/decisions/read-side/as-known-on.md).
 */
import { randomUUID } from 'node:crypto';
import type { Admission, Answer, Patient, Review, Written } from 'language/contract/entities';
import type { IncomingTransfers, TransferredStays } from 'language/contract/transfers';
import { addDays, calendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAnswer, pictureForm } from './testing/calls.ts';
import type { Person } from './testing/placeholders.ts';
import { startTestEnvironment, type TestEnvironment } from './testing/test-environment.ts';

const today = calendarDateIn('Africa/Cairo', new Date());
const daysAgo = (days: number) => addDays(calendarDate(today), -days);
const [admittedOn, reviewedOn, movedOn] = [daysAgo(6), daysAgo(5), daysAgo(2)];
const period = `startDate=${admittedOn}&endDate=${today}`;

let environment: TestEnvironment;
let icu: string;
let ward: string;
let third: string;
/** People of the ICU, of the ward, and of a third team. Each may edit. */
let [old, next, other]: Person[] = [];
let [errorType, tradeLabel] = ['', ''];
/** Streams and revisions of the answers of commands: reads wait for them. */
let newest: Written;

async function ask<Body>(
  who: Person | undefined,
  method: string,
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body & Partial<Written> & { reason?: string } }> {
  const answer: CallAnswer = await environment.askAs(who!, method, path, method === 'GET' ? undefined! : body, headers);
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false;
  return { status: answer.status, body: (isJson ? JSON.parse(answer.text) : {}) as never };
}
/** A command that is accepted. */
async function done<Body>(who: Person | undefined, method: string, path: string, body: object = {}): Promise<Body> {
  const answer = await ask<Body>(who, method, path, body);
  expect([path, answer.status, answer.body.reason]).toEqual([
    path,
    expect.toSatisfy((s: number) => s < 300),
    undefined,
  ]);
  const { stream = '', revision = 0 } = answer.body;
  if (stream !== '') newest = { stream, revision };
  return answer.body;
}
/** A read that waits for the last command. */
const read = async <Body>(who: Person | undefined, path: string): Promise<Body> => {
  const answer = await ask<Body>(who, 'GET', path, undefined, {
    'x-read-after': `${newest.stream}@${newest.revision}`,
  });
  expect([path, answer.status, answer.body.reason]).toEqual([path, 200, undefined]);
  return answer.body;
};
/** Asks without a wait: it would take its whole time for a person who may not know the stream. */
const status = async (who: Person | undefined, path: string): Promise<[number, string | undefined]> => {
  const answer = await ask(who, 'GET', path);
  return [answer.status, answer.body.reason];
};

beforeAll(async () => {
  environment = await startTestEnvironment();
  old = environment.people.teamAdmin;
  next = environment.people.stranger;
  other = environment.bystander;
  icu = await environment.existing('team', old);
  ward = environment.otherTeam;
  errorType = await environment.existing('error type', old);
  tradeLabel = await environment.existing('trade label', old);
  third = (await done<{ _id: string }>(other, 'POST', '/api/teams', { name: 'CCU', specialty: 1, about: '' }))._id;
});
afterAll(() => environment?.stop());

/** A chart of the ICU: a review with a pending error, a note of care, a medication and an image. */
async function openChart({ hasEarlierStay = false } = {}) {
  const patient = await done<Patient>(old, 'POST', '/api/patients', {
    team: icu,
    firstName: 'سعاد',
    birthdate: '1961-04-02',
    medicalRecordNumber: randomUUID().slice(0, 8),
  });
  if (hasEarlierStay) {
    const earlier = { patient: patient._id, admissionDate: '2025-01-02' };
    const { _id } = await done<Admission>(old, 'POST', '/api/admissions', earlier);
    await done(old, 'PUT', `/api/admissions/${_id}/edit`, { dischargeDate: '2025-01-09', dischargeStatus: 0 });
  }
  const admission = await done<Admission>(old, 'POST', '/api/admissions', {
    patient: patient._id,
    admissionDate: admittedOn,
    workingDiagnosis: 'Sepsis',
    room: '2',
    bed: '4',
  });
  const inAdmission = `/api/admissions/${admission._id}`;
  const review = await done<Review>(old, 'POST', '/api/reviews/addReview', {
    admissionId: admission._id,
    reviewDate: reviewedOn,
    drugErrs: [{ errType: errorType, errDrug: tradeLabel, errSeverity: 'C' }],
  });
  const medication = await done<{ _id: string }>(old, 'POST', `${inAdmission}/medications`, {
    drug: tradeLabel,
    dose: '5 mg',
    startDate: reviewedOn,
  });
  const { images } = JSON.parse(
    (await environment.askAs(old!, 'POST', `${inAdmission}/images`, pictureForm())).text,
  ) as { images: { _id: string; image: string }[] };
  const image = images[0]!;
  await done(old, 'POST', `${inAdmission}/gallery`, { title: 'Wound', images: [{ image: image.image }] });
  return { patient, admission, inAdmission, review, entry: review.drugErrs[0]!, medication, image };
}
type Chart = Awaited<ReturnType<typeof openChart>>;

const offerTo = async (who: Person | undefined, { inAdmission }: Chart, toTeam: string): Promise<string> =>
  (await done<Admission>(who, 'POST', `${inAdmission}/transfer`, { toTeam, note: 'Stable' })).transfer!.offer;
const accept = (who: Person | undefined, { inAdmission }: Chart, offer: string, transferDate?: string) =>
  done<Answer<object>>(who, 'PUT', `${inAdmission}/transfer/accept`, { offer, transferDate });

/** Every read of a chart. */
const readsOf = ({ patient, admission, inAdmission, entry }: Chart): readonly string[] => [
  `/api/patients/${patient._id}`,
  `/api/admissions/${patient._id}`,
  `${inAdmission}/details`,
  `${inAdmission}/news`,
  `${inAdmission}/medications`,
  `/api/reviews/listAdmissionReviews/${admission._id}`,
  `/api/reviews/revMedDashboard/${admission._id}`,
  `/api/physicNotes/listAdmNotes/${admission._id}`,
  `/api/history/admissions/${admission._id}`,
  `/api/history/admissions/${admission._id}/moments`,
  `/api/history/admissions/${admission._id}/verify`,
  `/api/history/admissions/${admission._id}/export`,
  `/api/history/entries/${entry._id}`,
  `/api/history/patients/${patient._id}`,
  `/api/history/patients/${patient._id}/verify`,
  `/api/history/patients/${patient._id}/export`,
];
/** Every command on a chart, with a body that the present team's author may send. */
const commandsOn = ({ patient, inAdmission, admission, review, entry, medication }: Chart) =>
  [
    ['PUT', `/api/patients/${patient._id}/edit`, { fourthName: 'حسن' }, 'patient-transferred'],
    ['DELETE', `/api/patients/${patient._id}`, {}, 'patient-transferred'],
    ['POST', '/api/admissions', { patient: patient._id, admissionDate: today }, 'patient-transferred'],
    ['PUT', `${inAdmission}/edit`, { room: '9' }, 'admission-transferred'],
    ['DELETE', inAdmission, {}, 'admission-transferred'],
    ['POST', '/api/reviews/addReview', { admissionId: admission._id, reviewDate: today }, 'admission-transferred'],
    [
      'PUT',
      `/api/reviews/updateRevHead/${review._id}`,
      { reviewDate: today, clinicalNote: '' },
      'admission-transferred',
    ],
    ['POST', `/api/reviews/${review._id}/duplicate`, {}, 'admission-transferred'],
    ['PUT', `/api/reviews/${review._id}/followUp`, { errId: entry._id, followUpDate: today }, 'admission-transferred'],
    ['PUT', `/api/reviews/${review._id}/takeOver`, { errId: entry._id }, 'admission-transferred'],
    ['PUT', `/api/reviews/${review._id}/response`, { errId: entry._id, errRes: 1 }, 'admission-transferred'],
    ['PUT', `/api/reviews/${review._id}/editRating`, { errId: entry._id, rating: 2 }, 'admission-transferred'],
    ['POST', `${inAdmission}/medications`, { drug: tradeLabel, dose: '1 mg' }, 'admission-transferred'],
    ['PUT', `${inAdmission}/medications/${medication._id}`, { dose: '9 mg' }, 'admission-transferred'],
    ['POST', `${inAdmission}/transfer`, { toTeam: third }, 'admission-transferred'],
  ] as const;

describe('a transfer from the ICU to the ward', () => {
  let chart: Chart;
  let offer: string;
  let transfer: Answer<object>;
  let socket: Socket;
  const heard: string[] = [];
  let beforeTransfer: { instant: string; figures: unknown };

  const figuresOf = async (who: Person | undefined, team: string, asOf = ''): Promise<unknown> => {
    const at = asOf === '' ? '' : `&asOf=${encodeURIComponent(asOf)}`;
    const report = (path: string): Promise<unknown> => read(who, `${path}?team=${team}${at}`);
    const ofPeriod = (path: string): Promise<unknown> => read(who, `${path}?team=${team}&${period}${at}`);
    return {
      collected: await ofPeriod('/api/reviews'),
      progress: await ofPeriod('/api/reviews/searchProgress'),
      types: await ofPeriod('/api/reviews/errsByTypeDistribution'),
      days: await ofPeriod('/api/reviews/countsReviewPerDay'),
      tags: await ofPeriod('/api/reviews/listReviewsPerTag'),
      recurrent: await report('/api/admissions/getRecurrentAdmissions'),
    };
  };

  beforeAll(async () => {
    // An earlier, closed stay in the ICU makes the patient a recurrent one, and stays with the ICU.
    chart = await openChart({ hasEarlierStay: true });
    await read(old, `/api/ward/${icu}`);
    const instant = new Date().toISOString();
    beforeTransfer = { instant, figures: await figuresOf(old, icu, instant) };
    socket = io(environment.url, { auth: { token: old!.token }, transports: ['websocket'], forceNew: true });
    socket.on('changed', ({ stream, revision }: Written) => heard.push(`${stream}@${revision}`));
    await socket.emitWithAck('watch', { admission: chart.admission._id });
    offer = await offerTo(old, chart, ward);
  });
  afterAll(() => socket?.close());

  test('a team that does not receive transfers cannot be offered to, and has no name in the list', async () => {
    const refused = await ask(old, 'POST', `${chart.inAdmission}/transfer`, { toTeam: third });
    expect([refused.status, refused.body.reason]).toEqual([400, 'team-does-not-receive']);
    expect(await ask(old, 'POST', `${chart.inAdmission}/transfer`, { toTeam: randomUUID() })).toEqual(refused);
    const { teams } = await read<{ teams: { _id: string }[] }>(old, `/api/transfers/${icu}/teams`);
    expect(teams.map(({ _id }) => _id)).toEqual([ward]);
  });

  test('before acceptance the ward sees the offer and nothing else, and the ICU sees everything', async () => {
    const { incoming } = await read<IncomingTransfers>(next, `/api/transfers/${ward}/incoming`);
    expect(incoming.filter((one) => one.offer === offer)).toEqual([
      {
        offer,
        admission: chart.admission._id,
        fromTeamName: 'Adult ICU',
        firstName: 'سعاد',
        middleName: '',
        lastName: '',
        fourthName: '',
        birthdate: '1961-04-02',
        medicalRecordNumber: chart.patient.medicalRecordNumber,
        sex: '',
        workingDiagnosis: 'Sepsis',
        room: '2',
        bed: '4',
        note: 'Stable',
        offeredByName: expect.any(String) as string,
        offeredAt: expect.any(String) as string,
        earliestDate: admittedOn,
      },
    ]);
    await read(old, `${chart.inAdmission}/details`);
    for (const path of [...readsOf(chart), `/api/images/${chart.image._id}`]) {
      expect([path, await status(next, path)]).toEqual([path, [404, 'not-found']]);
      expect([path, await status(other, path)]).toEqual([path, [404, 'not-found']]);
    }
    for (const [method, path, body] of commandsOn(chart))
      expect([path, (await ask(next, method, path, body)).status]).toEqual([path, 404]);
    for (const path of readsOf(chart)) expect([path, (await status(old, path))[0]]).toEqual([path, 200]);
    expect((await read<Admission>(old, `${chart.inAdmission}/details`)).transfer).toMatchObject({
      offer,
      toTeam: ward,
    });
    expect((await ask(other, 'PUT', `${chart.inAdmission}/transfer/accept`, { offer })).status).toBe(404);
    expect((await ask(old, 'PUT', `${chart.inAdmission}/transfer/accept`, { offer })).status).toBe(404);
  });

  test('the look at the offer is in the access log of the ICU', async () => {
    await expect
      .poll(
        async () =>
          (
            await read<{ accesses: { kind: string; actorId?: string; userId?: string; patient?: string }[] }>(
              old,
              `/api/teams/${icu}/accesses?patient=${chart.patient._id}`,
            )
          ).accesses
            .filter((access) => JSON.stringify(access).includes(next!.id))
            .map(({ kind }) => kind),
        { timeout: 20_000 },
      )
      .toEqual(['PatientOpened']);
  });

  test('accepted, the ward reads and edits all, and the third team nothing', async () => {
    transfer = await accept(next, chart, offer, movedOn);
    await read(next, `${chart.inAdmission}/details`);
    await expect
      .poll(async () => (await status(next, `/api/patients/${chart.patient._id}`))[0], { timeout: 20_000 })
      .toBe(200);
    for (const path of readsOf(chart)) {
      expect([path, (await status(next, path))[0]]).toEqual([path, 200]);
      expect([path, await status(other, path)]).toEqual([path, [404, 'not-found']]);
    }
    // The patient's earlier stay is the ICU's, and readable for the ward.
    const stays = await read<Admission[]>(next, `/api/admissions/${chart.patient._id}`);
    expect(stays.map(({ team }) => team)).toEqual([ward, icu]);
    expect((await read<Admission[]>(old, `/api/admissions/${chart.patient._id}`)).map(({ team }) => team)).toEqual([
      icu,
    ]);
    const earlier = stays[1]!._id;
    expect((await status(next, `/api/admissions/${earlier}/details`))[0]).toBe(200);
    expect((await status(next, `/api/history/admissions/${earlier}`))[0]).toBe(200);
    expect((await ask(next, 'PUT', `/api/admissions/${earlier}/edit`, { room: '1' })).status).toBe(404);
    expect((await ask(old, 'PUT', `/api/admissions/${earlier}/edit`, { room: '1' })).status).toBe(200);
  });

  test('the ICU reads the chart as it was, and neither the live chart nor a later moment', async () => {
    const transferred = await read<TransferredStays>(old, `/api/transfers/${icu}/transferred`);
    const stay = transferred.transferred.find(({ admission }) => admission === chart.admission._id)!;
    expect(stay).toMatchObject({ startDate: admittedOn, transferDate: movedOn, toTeamName: 'Adult ICU' });
    await done(next, 'PUT', `${chart.inAdmission}/edit`, { room: '7', workingDiagnosis: 'Pneumonia' });
    const past = `/api/history/admissions/${chart.admission._id}`;
    const seen = await read<{ admission: Admission; reviews: Review[] }>(old, `${past}?at=${stay.revision}`);
    expect([seen.admission.workingDiagnosis, seen.reviews.length]).toEqual(['Sepsis', 1]);
    for (const at of [String(stay.revision + 1), encodeURIComponent(new Date().toISOString())])
      expect(await status(old, `${past}?at=${at}`)).toEqual([403, 'chart-transferred']);
    const timeline = await read<{ events: { type: string; revision: number }[] }>(old, past);
    expect(timeline.events.at(-1)).toMatchObject({ type: 'TransferOffered', revision: stay.revision });
    const { after } = await read<{ after: number[] }>(old, `${past}/moments`);
    expect(after.length).toBe(stay.revision + 1);
    expect((await status(old, `/api/history/entries/${chart.entry._id}`))[0]).toBe(200);
    expect((await status(old, `/api/images/${chart.image._id}`))[0]).toBe(200);
    expect((await status(other, `/api/images/${chart.image._id}`))[0]).toBe(404);
    for (const path of readsOf(chart).filter((one) => /details|news|medications|Reviews|Dashboard|Notes/.test(one)))
      expect([path, await status(old, path)]).toEqual([path, [403, 'chart-transferred']]);
    for (const kind of ['verify', 'export'])
      expect(await status(old, `${past}/${kind}`)).toEqual([403, 'chart-transferred']);
  });

  test('the past of the ICU keeps the images that the ward removes, and those that it moves to another chart', async () => {
    const [removed, moved] = [await openChart(), await openChart()];
    for (const one of [removed, moved]) await accept(next, one, await offerTo(old, one, ward));
    const groupOf = async ({ inAdmission }: Chart) =>
      (await read<Admission>(next, `${inAdmission}/details`)).gallery[0]!._id;
    await done(next, 'DELETE', `${removed.inAdmission}/gallery/${await groupOf(removed)}`);
    const left = await ask<Written>(next, 'POST', `${moved.inAdmission}/moves`, {
      kind: 'images',
      id: await groupOf(moved),
      toAdmission: chart.admission._id,
      reason: 'Of the other patient',
    });
    expect(left.status).toBe(200);
    newest = { stream: left.body.stream, revision: left.body.revision };
    for (const one of [removed, moved]) {
      await read(next, `${one.inAdmission}/details`);
      expect(await status(old, `/api/images/${one.image._id}`)).toEqual([200, undefined]);
      expect((await status(other, `/api/images/${one.image._id}`))[0]).toBe(404);
    }
    // Removed from its own chart, it is shown there no more.
    expect((await status(next, `/api/images/${removed.image._id}`))[0]).toBe(404);
  });

  test('a command of the ICU is refused with a sentence, and one that was saved before keeps its first answer', async () => {
    for (const [method, path, body, reason] of commandsOn(chart)) {
      const refused = await ask(old, method, path, body);
      expect([path, refused.status, refused.body.reason]).toEqual([path, 403, reason]);
      expect([path, (await ask(other, method, path, body)).status]).toEqual([path, 404]);
    }
    const later = await openChart();
    const once = { 'idempotency-key': randomUUID() };
    const body = { admissionId: later.admission._id, reviewDate: today };
    const first = await ask<Review>(old, 'POST', '/api/reviews/addReview', body, once);
    await accept(next, later, await offerTo(old, later, ward));
    expect(await ask(old, 'POST', '/api/reviews/addReview', body, once)).toEqual(first);
  });

  test("the ICU's sockets have left the room: they hear of the transfer, and of nothing after it", async () => {
    const stream = `admission-${chart.admission._id}`;
    await expect.poll(() => heard, { timeout: 20_000 }).toContain(`${stream}@${transfer.revision}`);
    expect(heard.filter((one) => one.startsWith(stream) && Number(one.split('@')[1]) > transfer.revision)).toEqual([]);
    expect(await socket.emitWithAck('watch', { admission: chart.admission._id })).toMatchObject({
      reason: 'not-found',
    });
  });

  test('lists go with the patient', async () => {
    const inWard = async (who: Person | undefined, team: string): Promise<string[]> =>
      (await read<{ patients: { admission: string }[] }>(who, `/api/ward/${team}`)).patients.map(
        (one) => one.admission,
      );
    expect(await inWard(next, ward)).toContain(chart.admission._id);
    expect(await inWard(old, icu)).not.toContain(chart.admission._id);
    const pending = async (who: Person | undefined, team: string): Promise<string[]> =>
      (await read<{ pending: { _id: string }[] }>(who, `/api/handover/${team}`)).pending.map(({ _id }) => _id);
    expect(await pending(next, ward)).toContain(chart.entry._id);
    expect(await pending(old, icu)).not.toContain(chart.entry._id);
    const inpatients = async (who: Person | undefined, team: string): Promise<string[]> =>
      (await read<{ inpatients: { _id: string }[] }>(who, `/api/patients/inpatients/${team}`)).inpatients.map(
        ({ _id }) => _id,
      );
    expect(await inpatients(next, ward)).toContain(chart.patient._id);
    expect(await inpatients(old, icu)).not.toContain(chart.patient._id);
  });

  test('who is on a drug: a day counts for the team where it was spent', async () => {
    const on = async (who: Person | undefined, team: string, day: string): Promise<string[]> =>
      (
        await read<{ patients: { admission: string }[] }>(who, `/api/drug-use/${team}?drug=${tradeLabel}&on=${day}`)
      ).patients.map((one) => one.admission);
    const dayBefore = addDays(calendarDate(movedOn), -1);
    expect(await on(old, icu, dayBefore)).toContain(chart.admission._id);
    expect(await on(old, icu, movedOn)).not.toContain(chart.admission._id);
    expect(await on(next, ward, dayBefore)).not.toContain(chart.admission._id);
    expect(await on(next, ward, movedOn)).toContain(chart.admission._id);
    // The ward has changed the room since.
    const { patients } = await read<{ patients: { admission: string; room: string; bed: string }[] }>(
      old,
      `/api/drug-use/${icu}?drug=${tradeLabel}&on=${dayBefore}`,
    );
    expect(patients.find(({ admission }) => admission === chart.admission._id)).toMatchObject({ room: '2', bed: '4' });
  });

  test('figures count what was written where it was written, and as known before the transfer they are the same', async () => {
    interface Figures {
      collected: { result: { _id: string }[] };
      recurrent: { _id: string; admDetails: { dischargeDate: string | null }[] }[];
    }
    const reviewsIn = ({ collected }: Figures): string[] => collected.result.map(({ _id }) => _id);
    const inIcu = (await figuresOf(old, icu)) as Figures;
    expect(reviewsIn(inIcu)).toContain(chart.review._id);
    const again = inIcu.recurrent.find(({ _id }) => _id === chart.patient._id);
    expect(again?.admDetails.map(({ dischargeDate }) => dischargeDate)).toEqual(['2025-01-09', movedOn]);
    const review = await done<Review>(next, 'POST', '/api/reviews/addReview', {
      admissionId: chart.admission._id,
      reviewDate: today,
    });
    const inWard = (await figuresOf(next, ward)) as Figures;
    expect(reviewsIn(inWard)).toContain(review._id);
    expect(reviewsIn(inWard)).not.toContain(chart.review._id);
    expect(reviewsIn((await figuresOf(old, icu)) as Figures)).not.toContain(review._id);
    expect(JSON.stringify(await figuresOf(old, icu, beforeTransfer.instant))).toBe(
      JSON.stringify(beforeTransfer.figures),
    );
  });

  test('what changed between: the ICU sees that the stay ended', async () => {
    const { changes } = await read<{ changes: { _id: string; after: { dischargeDate: string | null } | null }[] }>(
      old,
      `/api/admissions/changedBetween?team=${icu}&asOf=${encodeURIComponent(beforeTransfer.instant)}` +
        `&until=${encodeURIComponent(new Date().toISOString())}`,
    );
    expect(changes.find(({ _id }) => _id === chart.admission._id)?.after).toMatchObject({ dischargeDate: movedOn });
  });

  test('the verifier is content with both teams, and so is the auditor', async () => {
    for (const [who, team] of [
      [old, icu],
      [next, ward],
    ] as const) {
      const verified = await read<{ broken: unknown[] }>(who, `/api/history/teams/${team}/verifyAll`);
      expect(verified.broken).toEqual([]);
      const streams = await read<{ broken: unknown[] }>(who, `/api/history/teams/${team}/verifyAll?after=s`);
      expect(streams.broken).toEqual([]);
    }
    const changesIn = async (who: Person | undefined, team: string): Promise<string[]> =>
      (
        await read<{ changes: { entry?: { _id: string }; _id: string }[] }>(who, `/api/history/teams/${team}/errors`)
      ).changes.map((one) => JSON.stringify(one));
    expect((await changesIn(old, icu)).some((one) => one.includes(chart.entry._id))).toBe(true);
    expect((await changesIn(next, ward)).some((one) => one.includes(chart.entry._id))).toBe(false);
  });

  test('back in the ICU, it reads and edits all again, and the ward its own past', async () => {
    await accept(old, chart, await offerTo(next, chart, icu));
    await read(old, `${chart.inAdmission}/details`);
    await expect
      .poll(async () => (await status(old, `/api/patients/${chart.patient._id}`))[0], { timeout: 20_000 })
      .toBe(200);
    for (const path of readsOf(chart)) expect([path, (await status(old, path))[0]]).toEqual([path, 200]);
    // With the team whose list of transferred patients leads to the past.
    for (const path of [`${chart.inAdmission}/details`, `/api/patients/${chart.patient._id}`])
      expect((await ask(next, 'GET', path)).body).toMatchObject({ reason: 'chart-transferred', team: ward });
    const { transferred } = await read<TransferredStays>(next, `/api/transfers/${ward}/transferred`);
    const stay = transferred.find(({ admission }) => admission === chart.admission._id)!;
    expect(stay).toMatchObject({ startDate: movedOn, transferDate: today });
    expect((await status(next, `/api/history/admissions/${chart.admission._id}?at=${stay.revision}`))[0]).toBe(200);
    expect(
      (await read<TransferredStays>(old, `/api/transfers/${icu}/transferred`)).transferred.map(
        ({ admission }) => admission,
      ),
    ).not.toContain(chart.admission._id);
    const again = (
      await read<{ _id: string; admissionCount: number }[]>(old, `/api/admissions/getRecurrentAdmissions?team=${icu}`)
    ).find(({ _id }) => _id === chart.patient._id);
    expect(again?.admissionCount).toBe(2);
    await done(old, 'PUT', `${chart.inAdmission}/edit`, { room: '2' });
  });
});

describe('an offer that ends', () => {
  test('declined: the reason is in the history, and the ICU goes on', async () => {
    const chart = await openChart();
    const offer = await offerTo(old, chart, ward);
    await done(next, 'PUT', `${chart.inAdmission}/transfer/decline`, { offer, reason: 'No bed' });
    const details = await read<Admission>(old, `${chart.inAdmission}/details`);
    expect([details.team, details.transfer]).toEqual([icu, undefined]);
    const { events } = await read<{ events: { type: string }[] }>(
      old,
      `/api/history/admissions/${chart.admission._id}`,
    );
    expect(events.at(-1)?.type).toBe('TransferDeclined');
    const { incoming } = await read<IncomingTransfers>(next, `/api/transfers/${ward}/incoming`);
    expect(incoming.map((one) => one.offer)).not.toContain(offer);
    const late = await ask(next, 'PUT', `${chart.inAdmission}/transfer/accept`, { offer });
    expect([late.status, late.body.reason]).toEqual([409, 'transfer-offer-ended']);
  });

  test('by a discharge', async () => {
    const chart = await openChart();
    const offer = await offerTo(old, chart, ward);
    await done(old, 'PUT', `${chart.inAdmission}/edit`, { dischargeDate: today, dischargeStatus: 0 });
    const { incoming } = await read<IncomingTransfers>(next, `/api/transfers/${ward}/incoming`);
    expect(incoming.map((one) => one.offer)).not.toContain(offer);
    expect((await ask(next, 'PUT', `${chart.inAdmission}/transfer/accept`, { offer })).body.reason).toBe(
      'transfer-offer-ended',
    );
  });
});
