/** The chart as it was at any moment, and the proof that it was so; run in a demo hospital that is already there. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { Admission, AdmissionDetails, Drug, PatientPage, Team } from 'command-api/contract/entities';
import type { ChartAsOf, HistoryThing, Moments, Timeline } from 'command-api/contract/history';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { callAs, type Calls, mona, omar } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `chart`: of a stay of the team. */
interface Place {
  browser: Browser;
  url: string;
  chart: string;
}

const slider = (page: Page) => page.getByRole('slider');
const mark = (page: Page) => page.getByRole('note').filter({ hasText: /PAST|NEWEST/ });
/** The chart after this change is on the screen, and says what it is. */
const stands = async (page: Page, revision: number, words: RegExp): Promise<void> => {
  await page.locator(`[data-revision="${revision}"][aria-busy=false]`).waitFor();
  await mark(page).filter({ hasText: words }).waitFor();
};

/** What the program for auditors says of a file, and its exit code. */
const checked = (file: string, key: string): Promise<[code: number, said: string]> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['infra/history/verify-export.mjs', file, '--key', key], (error, out, said) =>
      resolve([typeof error?.code === 'number' ? error.code : 0, out + said]),
    );
  });

/** Every admission of somebody's team, as its tabs read it and as the log tells it of its newest revision. */
async function chartsOf(call: Calls): Promise<{ id: string; read: object; told: object }[]> {
  const [team] = await call<Team[]>('GET', '/api/teams');
  if (!team) throw new Error('Nobody without a team is asked');
  const charts: { id: string; read: object; told: object }[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await call<PatientPage>('GET', `/api/patients/team/${team._id}?pageNumber=${page}`);
    pages = found.pages;
    for (const patient of found.patients) {
      for (const { _id: id } of await call<Admission[]>('GET', `/api/admissions/${patient._id}`)) {
        const read = async <Name extends keyof ChartAsOf>(path: string): Promise<ChartAsOf[Name]> =>
          call<ChartAsOf[Name]>('GET', path);
        const {
          patientDetails: { order: _order, ...known },
          teamName: _team,
          ...admission
        } = await call<AdmissionDetails>('GET', `/api/admissions/${id}/details`);
        const { after } = await call<Moments>('GET', `/api/history/admissions/${id}/moments`);
        const {
          at: _at,
          revision: _revision,
          change: _change,
          ...told
        } = await call<ChartAsOf>('GET', `/api/history/admissions/${id}?at=${after.length - 1}`);
        charts.push({
          id,
          told,
          read: {
            admission,
            patient: known,
            reviews: await read<'reviews'>(`/api/reviews/listAdmissionReviews/${id}`),
            notes: await read<'notes'>(`/api/physicNotes/listAdmNotes/${id}`),
            medications: await read<'medications'>(`/api/admissions/${id}/medications`),
            dashboard: await read<'dashboard'>(`/api/reviews/revMedDashboard/${id}`),
          },
        });
      }
    }
  }
  return charts;
}

/** What the changes of a stream add up to: every thing of it that is there, in the fields that its history tells. */
async function addedUp(call: Calls, stream: string): Promise<Map<HistoryThing, Record<string, unknown>>> {
  const things = new Map<HistoryThing, Record<string, unknown>>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const timeline = await call<Timeline>('GET', `/api/history/${stream}?pageNumber=${page}`);
    pages = timeline.pages;
    for (const { of, after } of timeline.events) {
      if (after === null) things.delete(of);
      else things.set(of, { ...things.get(of), ...after });
    }
  }
  return things;
}

/** The team, its members, its patients and every drug: as they are read, and as their histories add up to. */
async function recordsOf(
  call: Calls,
): Promise<{ of: string; read: Record<string, unknown>; told: Record<string, unknown> | undefined }[]> {
  const [mine] = await call<Team[]>('GET', '/api/teams');
  if (!mine) throw new Error('Nobody without a team is asked');
  const { members, version: _version, ...team } = await call<Team>('GET', `/api/teams/${mine._id}`);
  const ofTeam = await addedUp(call, `teams/${mine._id}`);
  const records: Awaited<ReturnType<typeof recordsOf>> = [
    { of: `team ${team.name}`, read: team, told: ofTeam.get(`team:${mine._id}`) },
    ...members.map((member) => ({
      of: `member ${member.user}`,
      read: { ...member },
      told: ofTeam.get(`member:${member.userId}`),
    })),
  ];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await call<PatientPage>('GET', `/api/patients/team/${mine._id}?pageNumber=${page}`);
    pages = found.pages;
    for (const { version: _of, order: _order, ...patient } of found.patients)
      records.push({
        of: `patient ${patient._id}`,
        read: patient,
        told: (await addedUp(call, `patients/${patient._id}`)).get(`patient:${patient._id}`),
      });
  }
  const tradeLabels = await call<{ _id: string }[]>('GET', '/api/drugs');
  const drugs = new Set(tradeLabels.map(({ _id }) => _id.slice(0, _id.lastIndexOf('.'))));
  for (const id of drugs) {
    const { version: _of, ...drug } = await call<Drug>(
      'GET',
      `/api/drugs/tradeId/${tradeLabels.find(({ _id }) => _id.startsWith(`${id}.`))?._id}`,
    );
    records.push({
      of: `drug ${drug.label}`,
      read: drug,
      told: (await addedUp(call, `drugs/${id}`)).get(`drug:${id}`),
    });
  }
  return records;
}

export function chartThen(at: () => Place): void {
  const someone = (who: { email: string }) => seatOf(at().browser, at().url, who);

  describe('the chart as it was', () => {
    test.each(['mona@demo.test', 'salma@demo.test'])(
      'as of its newest revision every chart of the demo hospital is what is read today: the team of %s',
      async (email) => {
        const charts = await chartsOf(await callAs(at().url, email));
        expect(charts.length).toBeGreaterThan(10);
        for (const { id, read, told } of charts) expect([id, told]).toEqual([id, read]);
      },
    );

    test.each(['mona@demo.test', 'salma@demo.test'])(
      'what the histories of a team, its members, its patients and all drugs add up to is what is read today: %s',
      async (email) => {
        const records = await recordsOf(await callAs(at().url, email));
        expect(new Set(records.map(({ of }) => of.split(' ', 1)[0]))).toEqual(
          new Set(['team', 'member', 'patient', 'drug']),
        );
        for (const { of, read, told } of records) expect([of, told]).toEqual([of, read]);
      },
    );

    test('gone through by keyboard, shared as an address, played and paused', async () => {
      const [{ page, complaints }, teammate] = await Promise.all([someone(mona), someone(omar)]);
      await openChart(page, at().chart);
      await page.getByRole('link', { name: 'The chart as it was' }).click();
      await mark(page).filter({ hasText: 'NEWEST' }).waitFor();
      const newest = Number(await slider(page).inputValue());
      expect(newest).toBeGreaterThan(8);
      const trail = await page.evaluate(() => history.length);
      await slider(page).focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'PageDown', 'ArrowRight']) await page.keyboard.press(key);
      const then = Math.max(0, newest - 12) + 1;
      await page.waitForURL(new RegExp(`at=${then}$`));
      await stands(page, then, /PAST/);
      expect(await page.evaluate(() => history.length)).toBe(trail);
      await expectAccessible(page);
      await picture(page, 'chart-then');
      const said = await mark(page).textContent();

      await teammate.page.goto(page.url());
      await stands(teammate.page, then, /PAST/);
      expect(await mark(teammate.page).textContent()).toBe(said);

      await page.keyboard.press('Home');
      await stands(page, 0, /admitted the patient/);
      await page.getByText('There was no review yet').waitFor();
      await page.getByRole('button', { name: 'Play' }).click();
      await expect.poll(() => slider(page).inputValue()).toBe('2');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('checkbox', { name: 'Go by time' }).check();
      await page.waitForURL(/at=\d{4}-\d\d-\d\dT/);
      expect(await slider(page).getAttribute('aria-valuetext')).toContain(` of ${newest + 1}`);
      await page.getByRole('button', { name: 'What changed from here to now' }).click();
      await page.getByText(/changes later, \d+ things are otherwise/).waitFor();
      await expectAccessible(page);
      await picture(page, 'chart-then-differences');
      expect([...complaints, ...teammate.complaints]).toEqual([]);
    });

    test('verified on the screen; the exported file is checked by a program that needs nothing of ours, which finds one altered letter', async () => {
      const { page, complaints } = await someone(mona);
      await page.goto(`/history/admissions/${at().chart}`);
      await page.getByRole('button', { name: 'Is this what was written?' }).click();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText(/All is as it was written: \d+ changes checked/).waitFor();
      const command = await page.locator('code').textContent();
      const key = command?.split('--key ')[1] ?? '';
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      expect(command).toContain(file.suggestedFilename());
      const path = await file.path();
      expect(await checked(path, key)).toEqual([
        0,
        expect.stringMatching(/admission-.*: \d+ events and \d+ anchors, as they were signed/),
      ]);
      await writeFile(path, (await readFile(path, 'utf8')).replace('"type":"ReviewAdded"', '"type":"ReviewAddeb"'));
      expect(await checked(path, key)).toEqual([1, expect.stringContaining('altered: event ')]);
      await picture(page, 'chart-then-proof');
      expect(complaints).toEqual([]);
    });
  });
}
