/**
 * A morning of a ward (docs/product.md, "The physician's answer" and "Reminders"): two clinical pharmacists recommend, two
 * physicians answer on their phones, some answers do not come, and the services are killed in the middle. At the end the
 * log has each recommendation, answer and reminder once, and the four screens show what the API says.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from 'infra/verification/test/chromium';
import { startProduct, type Product } from 'infra/verification/test/product';
import type { DrugErr, Review, SignedIn } from 'language/contract/entities';
import type { AskedPage } from 'language/contract/handover';
import type { PhysicianAnswer } from 'language/domain/values/codes';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AnsweringTeam,
  answeringSettings,
  openAnsweringTeam,
  people,
  type PersonName,
  personNames,
  REASON,
  tradeNames,
} from '../support/answering-team.ts';
import {
  type BrowserSession,
  isReloaded,
  markPage,
  openSession,
  screenshot,
  signIn,
  widths,
} from '../support/browser.ts';
import { addMedications, createReview, entries, expand } from '../support/chart-page.ts';
import { PASSWORD } from '../support/demo-hospital.ts';
import { words } from '../support/words.ts';

const say = words('en');
type Pharmacist = 'mona' | 'omar';
type Physician = 'hany' | 'dina';
/** In the order of the steps. */
const minutes = { remindAfterMinutes: 1, nextAfterMinutes: 2, adminAfterMinutes: 3 };
const TEXT = 'Every 12 hours instead';
/** The recommendations of each pharmacist that are written in the chart; the others come over HTTP. */
const IN_CHART = 3;

interface Planned {
  readonly by: Pharmacist;
  /** Hany is the consultant of the first stay, Dina of the second one. */
  readonly stay: 0 | 1;
  readonly to: Physician | 'physicians' | 'default';
  readonly answer: { readonly by: Physician; readonly says: PhysicianAnswer } | undefined;
}
const planned = (
  by: Pharmacist,
  to: Planned['to'],
  answers?: Physician,
  says: PhysicianAnswer = 'accepted',
): Planned => ({ by, to, stay: by === 'mona' ? 0 : 1, answer: answers && { by: answers, says } });

const plan: readonly Planned[] = [
  planned('mona', 'default', 'hany'),
  planned('mona', 'physicians', 'dina'),
  planned('mona', 'default'),
  planned('omar', 'default', 'dina', 'changed'),
  planned('omar', 'hany', 'hany', 'refused'),
  planned('omar', 'default'),
  planned('mona', 'hany', 'hany'),
  planned('mona', 'dina', 'dina', 'refused'),
  planned('mona', 'physicians', 'hany', 'changed'),
  planned('mona', 'default', 'hany', 'seen'),
  planned('mona', 'hany'),
  planned('mona', 'physicians'),
  planned('mona', 'dina', 'dina'),
  planned('omar', 'dina', 'dina'),
  planned('omar', 'default', 'dina', 'refused'),
  planned('omar', 'physicians', 'hany', 'seen'),
  planned('omar', 'physicians', 'dina'),
  planned('omar', 'hany'),
  planned('omar', 'physicians'),
  planned('omar', 'dina', 'dina', 'seen'),
];
interface Recommendation extends Planned {
  readonly drug: { readonly _id: string; readonly label: string };
}

const askedOf = ({ to, stay }: Planned): readonly Physician[] =>
  to === 'physicians' ? ['hany', 'dina'] : [to === 'default' ? (stay === 0 ? 'hany' : 'dina') : to];

let product: Product;
let browser: Browser;
let team: AnsweringTeam;
let recommendations: readonly Recommendation[];
let sessions: Record<PersonName, BrowserSession>;
beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ env: { ...answeringSettings, ANSWER_MAIL: 'on', PROCESSES: 'separate' } }),
    openBrowser(),
  ]);
  team = await openAnsweringTeam(product.url, minutes);
  const drugs = await tradeNames(team.calls.mona, plan.length);
  recommendations = plan.map((one, index) => ({ ...one, drug: drugs[index] ?? { _id: '', label: '' } }));
  const open = async (name: PersonName): Promise<BrowserSession> => {
    const session = await openSession(browser, product.url);
    await signIn(session.page, people[name].email, PASSWORD);
    return session;
  };
  sessions = { mona: await open('mona'), omar: await open('omar'), hany: await open('hany'), dina: await open('dina') };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const pageOf = (name: PersonName): Page => sessions[name].page;
const waitUntilLive = (page: Page) => page.locator('[role=status][data-state=live]').waitFor({ state: 'attached' });
const askedBy = (name: Physician): Promise<AskedPage> => team.calls[name]<AskedPage>('GET', '/api/users/me/asked');
const writtenReviews = async (): Promise<Review[]> => {
  const found = await Promise.all(
    team.stays.map((stay) => team.calls.mona<Review[]>('GET', `/api/reviews/listAdmissionReviews/${stay}`)),
  );
  return found.flat();
};
const writtenEntries = async (): Promise<DrugErr[]> => (await writtenReviews()).flatMap(({ drugErrs }) => drugErrs);

/** An event of the log, as the export of an admission has it. */
interface LogEvent {
  readonly event: {
    readonly type: string;
    readonly revision: number;
    readonly metadata: { actorId: string; occurredAt: string };
  };
  readonly says: {
    readonly entryId?: string;
    readonly entry?: { readonly entryId: string };
    readonly answer?: PhysicianAnswer;
    readonly step?: number;
    readonly to?: readonly string[];
    readonly nextAt?: string | null;
  };
}
/** The events of the two stays, from the log. */
async function logEvents(): Promise<LogEvent[]> {
  const { token } = await team.calls.mona<SignedIn>('POST', '/api/users/login', {
    email: people.mona.email,
    password: PASSWORD,
  });
  const files = await Promise.all(
    team.stays.map(async (stay) => {
      const address = new URL(`/api/history/admissions/${stay}/export`, product.url);
      return (await fetch(address, { headers: { authorization: `bearer ${token}` } })).text();
    }),
  );
  return files.flatMap((file) =>
    file
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Partial<LogEvent>)
      .flatMap(({ event, says }) => (event && says ? [{ event, says }] : [])),
  );
}
const isReminder = ({ event }: LogEvent): boolean => event.type === 'AnswerReminded';
const nameOf = (id: string): PersonName | undefined => personNames.find((name) => team.ids[name] === id);
const remindedIn = ({ says }: LogEvent): readonly (PersonName | undefined)[] => (says.to ?? []).map(nameOf);

async function recommend(name: Pharmacist): Promise<void> {
  const own = recommendations.filter(({ by }) => by === name);
  const [stay, call, page] = [own[0]?.stay ?? 0, team.calls[name], pageOf(name)];
  await page.goto(`/admissions/${team.stays[stay]}`);
  await waitUntilLive(page);
  await markPage(page);
  const review = await createReview(page, 'Round of the morning.');
  const inChart = own.slice(0, IN_CHART);
  await addMedications(
    page,
    review,
    inChart.map(({ drug }) => ({ drug: drug.label, type: team.errorType.label, severity: 'g' })),
  );
  for (const { to, drug } of inChart) {
    if (to === 'default') continue;
    const label = say('asked.addressOf', { drug: drug.label });
    const entry = entries(page, review).filter({ hasText: drug.label });
    await entry.getByRole('button', { name: label }).click();
    await entry
      .getByRole('combobox', { name: label })
      .selectOption(to === 'physicians' ? { value: to } : { label: people[to].name });
    await entry.getByRole('combobox', { name: label }).waitFor({ state: 'detached' });
  }
  for (const { to, drug } of own.slice(IN_CHART)) {
    const written = await call<Review>('POST', `/api/reviews/addRevMed/${review}`, {
      drugErr: { errType: team.errorType._id, errDrug: drug._id, errSeverity: 'G' },
    });
    const entryId = written.drugErrs.find(({ errDrug }) => errDrug === drug._id)?._id;
    if (to === 'default') continue;
    const address = to === 'physicians' ? { kind: to } : { kind: 'physician', userId: team.ids[to] };
    await call('PUT', `/api/reviews/${review}/address`, { entryId, to: address });
  }
}

const cardOf = (name: Physician, { drug }: Recommendation): Locator =>
  pageOf(name).locator('[data-card]').filter({ hasText: drug.label });

/** As the physician does with a thumb. */
async function press(name: Physician, one: Recommendation): Promise<void> {
  const card = cardOf(name, one);
  const button = (answer: PhysicianAnswer) =>
    card.getByRole('group', { name: say('asked.answerOf', { drug: one.drug.label }) }).getByRole('button', {
      name: say(`asked.answers.${answer}`),
      exact: true,
    });
  const says = one.answer?.says ?? 'accepted';
  await button(says).click();
  if (says === 'changed') {
    await card.getByRole('textbox', { name: say('asked.change') }).fill(TEXT);
    await card.getByRole('button', { name: say('asked.sendChange') }).click();
  }
  if (says === 'refused') await card.getByRole('button', { name: REASON }).click();
}
const answeredText = (says: PhysicianAnswer, name: string): string =>
  say(`givenAnswer.${says}`, { name, at: '' }).replace(/, $/, '');
const nameOfPerson = (id: string): string => people[nameOf(id) ?? 'mona'].name;
const isAnswered = async (name: Physician, one: Recommendation): Promise<void> =>
  cardOf(name, one)
    .getByText(answeredText(one.answer?.says ?? 'accepted', say('givenAnswer.you')))
    .waitFor();
const answersOf = (name: Physician): readonly Recommendation[] =>
  recommendations.filter(({ answer }) => answer?.by === name);

test('the recommendations of the pharmacists come onto the phones of the physicians who are asked', async () => {
  for (const name of ['hany', 'dina'] as const) {
    await pageOf(name).setViewportSize(widths.phone);
    await pageOf(name).goto('/asked');
    await pageOf(name).getByText(say('asked.none')).waitFor();
    await waitUntilLive(pageOf(name));
    await markPage(pageOf(name));
  }
  await Promise.all([recommend('mona'), recommend('omar')]);
  for (const name of ['hany', 'dina'] as const) {
    const total = plan.filter((one) => askedOf(one).includes(name)).length;
    await pageOf(name).getByText(say('asked.counted', { total })).waitFor();
    await pageOf(name)
      .getByRole('button', { name: say('asked.added', { count: total }) })
      .click();
    await expect.poll(() => pageOf(name).locator('[data-card]').count()).toBe(total);
    await screenshot(pageOf(name), `morning-asked-${name}`);
  }
});

test('answers are given while the services are killed and start again', async () => {
  const each = async (act: (name: Physician, own: readonly Recommendation[]) => Promise<void>) =>
    void (await Promise.all((['hany', 'dina'] as const).map((name) => act(name, answersOf(name)))));
  await each(async (name, own) => {
    for (const one of own.slice(0, 3)) {
      await press(name, one);
      await isAnswered(name, one);
    }
  });
  // Some reminders are sent, and others are to come.
  await expect.poll(async () => (await logEvents()).some(isReminder), { timeout: 120_000, interval: 2_000 }).toBe(true);
  const services = ['command-api', 'projections', 'query-api', 'event-log'] as const;
  for (const pid of await Promise.all(services.map((service) => product.processOf(service))))
    process.kill(pid, 'SIGKILL');
  await each(async (name, own) => {
    for (const one of own.slice(3, 4)) await press(name, one);
  });
  await each(async (name, own) => {
    for (const one of own.slice(3, 4)) await isAnswered(name, one);
    for (const one of own.slice(4)) {
      await press(name, one);
      await isAnswered(name, one);
    }
  });
});

test(
  'a recommendation without an answer is reminded once a step: who is asked, then the next physician, then the admin',
  { timeout: 600_000 },
  async () => {
    const ids = new Map((await writtenEntries()).map(({ errDrug, _id }) => [errDrug, _id]));
    const of = (events: readonly LogEvent[], { drug }: Recommendation) =>
      events.filter(({ says }) => (says.entryId ?? says.entry?.entryId) === ids.get(drug._id));
    const isOpen = ({ answer }: Planned): boolean => answer === undefined || answer.says === 'seen';
    const isFinished = (events: readonly LogEvent[]): boolean =>
      recommendations
        .filter(isOpen)
        .every((one) => of(events, one).some((event) => isReminder(event) && event.says.step === 3));
    await expect.poll(async () => isFinished(await logEvents()), { timeout: 480_000, interval: 5_000 }).toBe(true);

    const events = await logEvents();
    for (const one of recommendations) {
      const own = of(events, one);
      const label = `${one.drug.label}: ${JSON.stringify(one)}`;
      const reminders = own.filter(isReminder);
      const answers = own.filter(({ event }) => event.type === 'EntryAnswered');
      expect(
        own.filter(({ event }) => event.type === 'ReviewMedicationAdded'),
        label,
      ).toHaveLength(1);
      expect(
        answers.map(({ event, says }) => [nameOf(event.metadata.actorId), says.answer]),
        label,
      ).toEqual(one.answer ? [[one.answer.by, one.answer.says]] : []);
      const answeredAt = answers[0]?.event.revision ?? Number.POSITIVE_INFINITY;
      const [asked, answerer] = [askedOf(one), one.answer?.by];
      const others = (['hany', 'dina'] as const).filter((name) => !asked.includes(name));
      const steps: readonly (readonly PersonName[])[] = [asked, others, ['mona']];
      const expected = steps.flatMap((to, index) => {
        const known = reminders.find(({ says }) => says.step === index + 1);
        const isBefore = known !== undefined && known.event.revision < answeredAt;
        // Before its answer an entry may have been reminded or not: that is a matter of seconds.
        if (!isOpen(one) || (index === 0 && answerer)) return isBefore ? [[index + 1, to]] : [];
        const left = isBefore ? to : to.filter((name) => name !== answerer);
        return left.length > 0 ? [[index + 1, left]] : [];
      });
      expect(
        reminders.map((event) => [event.says.step, remindedIn(event)]),
        label,
      ).toEqual(expected);
      if (isOpen(one)) expect(reminders.at(-1)?.says.nextAt, label).toBeNull();
    }
    await expectMails(events.filter(isReminder));
  },
);

/** A reminder of several recommendations is one mail; each person's newest reminder has been mailed. */
async function expectMails(reminders: readonly LogEvent[]): Promise<void> {
  for (const name of personNames) {
    const own = reminders
      .filter((event) => remindedIn(event).includes(name))
      .map(({ event }) => event.metadata.occurredAt);
    const newest = own.reduce((last, at) => (at > last ? at : last), '');
    // The date of a mail has seconds.
    const isMailed = async (): Promise<boolean> =>
      newest === '' || (await mailsTo(name)).some(({ date }) => date >= Math.floor(Date.parse(newest) / 1000) * 1000);
    await expect.poll(isMailed, { timeout: 180_000 }).toBe(true);
    const mails = await mailsTo(name);
    expect(mails.length, name).toBeLessThanOrEqual(own.length);
    for (const { text } of mails)
      for (const secret of [...team.patients, ...recommendations.map(({ drug }) => drug.label), REASON])
        expect(text).not.toContain(secret);
  }
}
/** The reminders. A mail that was sent again after a crash has the same id, by which mail programs know it. */
async function mailsTo(name: PersonName): Promise<{ text: string; date: number }[]> {
  const folder = path.join(product.dataDir, 'mail');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const field = (text: string, field: string): string => new RegExp(`^${field}: (.*)\r$`, 'm').exec(text)?.[1] ?? '';
  const own = texts.filter(
    (text) => field(text, 'To') === people[name].email && /^\d+ recommendations? wait/.test(field(text, 'Subject')),
  );
  return [...new Map(own.map((text) => [field(text, 'Message-ID'), text])).values()].map((text) => ({
    text,
    date: Date.parse(field(text, 'Date')),
  }));
}

test('the four screens show what the API says, without a reload', async () => {
  const written = await writtenEntries();
  expect(written.map(({ errDrug }) => errDrug).sort()).toEqual(recommendations.map(({ drug }) => drug._id).sort());
  for (const name of ['hany', 'dina'] as const) {
    const page = pageOf(name);
    const { entries: waiting, total } = await askedBy(name);
    const expected = written.filter(
      ({ errDrug, errRes }) =>
        errRes === null && recommendations.some((one) => one.drug._id === errDrug && askedOf(one).includes(name)),
    );
    expect(waiting.map(({ _id }) => _id).sort()).toEqual(expected.map(({ _id }) => _id).sort());
    await page.getByText(say('asked.counted', { total })).waitFor();
    const open = page.locator('[data-card]').filter({ has: page.getByRole('group', { name: /^Answer: / }) });
    await expect
      .poll(async () => (await open.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))).sort())
      .toEqual(waiting.map(({ _id }) => _id).sort());
    await screenshot(page, `morning-end-${name}`);
  }
  for (const review of await writtenReviews()) {
    const name = review.userId === team.ids.mona ? 'mona' : 'omar';
    await expand(pageOf(name), review._id);
    for (const { errDrugLabel, errRes, asked } of review.drugErrs) {
      const entry = entries(pageOf(name), review._id).filter({ hasText: errDrugLabel });
      const { answer } = asked ?? {};
      if (answer) await entry.getByText(answeredText(answer.answer, nameOfPerson(answer.userId))).waitFor();
      else expect(await entry.locator('.given-answer').count()).toBe(0);
      if (errRes === null) await entry.getByText(/Reminded/).waitFor();
    }
    await screenshot(pageOf(name), `morning-end-${name}`);
  }
  for (const name of personNames) {
    expect(await isReloaded(pageOf(name)), name).toBe(false);
    expect(sessions[name].pageErrors, name).toEqual([]);
  }
});
