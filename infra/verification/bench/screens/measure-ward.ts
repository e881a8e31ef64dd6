/**
 * The lists over all inpatients of a large team: how long their reads take, and how long a change waits until a
 * teammate's ward board has painted it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ErrorType } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { isNoError } from 'language/domain/values/codes';
import type { Browser } from 'playwright-core';
import { atMost, heading, median, repeated, row, summarise } from '../figures.ts';
import { get } from '../http-client.ts';
import { addDrug, admit, openTeam, today } from '../team.ts';
import { openPage, signInAs } from './browser.ts';
import { cellChanged, cellOf } from './page-scripts.ts';

const SIZE = { inpatients: 500, orders: 12, entries: 10 };
const DAYS = 5;
const CALLS = 60;
const ROUNDS = 7;
const TO_REACH_MS = { 'ward board': 25, home: 40, asked: 25, 'count of asked': 25, search: 40 };
const PAINTED_MS = 300;
/** Postgres gathers statistics once a minute: the rows of a hospital have some, and the plans need them. */
const UNTIL_STATISTICS_MS = 75_000;
/** Patients who are written at once. */
const TOGETHER = 10;

export async function measureWard(base: string, browser: Browser): Promise<void> {
  const team = await openTeam(base, 2);
  const [{ person }, physician] = team.members;
  if (!physician) throw new Error('The team has no second member');
  const { token, credentials } = physician;
  const membership = `/api/teams/${team.id}/members/${physician.userId}`;
  await person.send('PUT', membership, team.key('physician'), { role: 'physician' });
  const admissions: string[] = [];
  const drugs: string[] = [];
  for (let index = 0; index < SIZE.orders; index += 1) drugs.push(await addDrug(team, index));
  const types = (await person.get<ErrorType[]>('/api/errtypes')).filter(({ _id }) => !isNoError(_id));
  const since = addDays(today(), -DAYS);
  const entryOf = (index: number, errRes: 1 | null) => ({
    errType: types[index % types.length]?._id ?? '',
    errDrug: drugs[index] ?? '',
    errNote: '<p>Reduce the dose.</p>',
    errRes,
    errSeverity: 'D',
    drugTags: [],
  });
  const write = async (number: number): Promise<void> => {
    const { _id: admission } = await admit(team, number, since);
    admissions[number] = admission;
    for (const drug of drugs)
      await person.send('POST', `/api/admissions/${admission}/medications`, team.key(`order ${number} ${drug}`), {
        drug,
        dose: '500 mg',
        route: 'IV',
        frequency: 'q8h',
        startDate: since,
      });
    await person.send('POST', '/api/reviews/addReview', team.key(`review ${number}`), {
      admissionId: admission,
      reviewDate: since,
      clinicalNote: '<p>Stable.</p>',
      drugErrs: drugs.slice(0, SIZE.entries).map((_, index) => entryOf(index, index === 0 ? null : 1)),
    });
    await person.send('POST', `/api/admissions/${admission}/measurements`, team.key(`values ${number}`), {
      measurements: ['creatinine', 'potassium'].map((kind) => ({
        kind,
        value: kind === 'creatinine' ? 1.2 : 4.1,
        unit: kind === 'creatinine' ? 'mg/dL' : 'mmol/L',
        takenOn: today(),
        source: 'laboratory',
      })),
    });
  };
  for (let first = 0; first < SIZE.inpatients; first += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, index) => write(first + index)));

  await setTimeout(UNTIL_STATISTICS_MS);

  console.log(`${SIZE.inpatients} inpatients with ${SIZE.orders} orders and ${SIZE.entries} entries each`);
  console.log(heading);
  for (const [name, path] of [
    ['ward board', `/api/ward/${team.id}`],
    ['home', '/api/users/me/today'],
    ['asked', '/api/users/me/asked'],
    ['count of asked', '/api/users/me/asked/count'],
    ['search', `/api/search?q=${encodeURIComponent('محمد')}`],
  ] as const) {
    await get(base, path, token);
    const figures = summarise(await repeated(CALLS, async () => (await get(base, path, token)).ms), name);
    console.log(row(`read of ${name}`, figures));
    atMost(`${name}, p95`, figures.p95, TO_REACH_MS[name]);
  }
  for (const slower of [1, 4]) {
    const page = await openPage(browser, { slower });
    await signInAs(page, base, credentials);
    await page.goto(new URL(`/ward/${team.id}`, base).href);
    await page
      .locator('[data-patient]')
      .nth(SIZE.inpatients - 1)
      .waitFor();
    await page.locator('[role=status][data-state=live]').waitFor();
    await page.waitForLoadState('networkidle');
    const measured = async (what: string, column: string, change: (admission: string) => Promise<unknown>) => {
      const waits: number[] = [];
      for (const admission of admissions.splice(0, ROUNDS)) {
        const cell = cellOf(admission, column);
        const painted = page.evaluate<number>(cellChanged(cell, (await page.locator(cell).textContent()) ?? ''));
        await change(admission);
        // Both run on one machine with one clock.
        const acknowledged = Date.now();
        waits.push((await painted) - acknowledged);
      }
      atMost(`${what}, acknowledged → painted, processor ${slower} times slower, median`, median(waits), PAINTED_MS);
    };
    await measured("a teammate's entry", 'pending', (admission) =>
      person.send('POST', '/api/reviews/addReview', randomUUID(), {
        admissionId: admission,
        reviewDate: today(),
        clinicalNote: '',
        drugErrs: [entryOf(SIZE.entries, null)],
      }),
    );
    await measured('a patient taken by a teammate', 'priority', (admission) =>
      person.send('PUT', `/api/admissions/${admission}/taken`, randomUUID(), {}),
    );
    await page.context().close();
  }
}
