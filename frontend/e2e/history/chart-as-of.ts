/** Tests, to be called within a started demo hospital: past states of charts and records, and their verification. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { Admission, AdmissionDetails, Drug, PatientPage, Team } from 'language/contract/entities';
import type { Measurements } from 'language/contract/measurements';
import type { ChartAsOf, HistoryThing, Moments, Timeline } from 'language/contract/history';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { callAs, type ApiCall, mona, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const slider = (page: Page) => page.getByRole('slider');
const pastMark = (page: Page) => page.getByRole('note').filter({ hasText: /PAST|NEWEST/ });
/** Waits until the screen shows the chart after this revision. */
const waitForRevision = async (page: Page, revision: number, words: RegExp): Promise<void> => {
  await page.locator(`[data-revision="${revision}"][aria-busy=false]`).waitFor();
  await pastMark(page).filter({ hasText: words }).waitFor();
};

/** The exit code and the output of the program that verifies an export. */
const verifyExport = (file: string, key: string): Promise<[code: number, output: string]> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['infra/operations/history/verify-export.mjs', file, '--key', key],
      (error, stdout, stderr) => resolve([typeof error?.code === 'number' ? error.code : 0, stdout + stderr]),
    );
  });

/** Values of one time have no order. */
const byId = <Item extends { _id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a._id.localeCompare(b._id));

/** All admissions of a team: as its tabs read them now, and folded from the log at their newest revision. */
async function chartsOf(call: ApiCall): Promise<{ id: string; current: object; folded: object }[]> {
  const [team] = await call<Team[]>('GET', '/api/teams');
  if (!team) throw new Error('The person has no team');
  const charts: { id: string; current: object; folded: object }[] = [];
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
          alsoInBed: _neighbours,
          alsoOpen: _others,
          ...admission
        } = await call<AdmissionDetails>('GET', `/api/admissions/${id}/details`);
        const { after } = await call<Moments>('GET', `/api/history/admissions/${id}/moments`);
        const {
          at: _at,
          revision: _revision,
          change: _change,
          ...folded
        } = await call<ChartAsOf>('GET', `/api/history/admissions/${id}?at=${after.length - 1}`);
        const { measurements } = await call<Measurements>('GET', `/api/admissions/${id}/measurements`);
        charts.push({
          id,
          folded: { ...folded, measurements: byId(folded.measurements) },
          current: {
            admission,
            patient: known,
            reviews: await read<'reviews'>(`/api/reviews/listAdmissionReviews/${id}`),
            measurements: byId(measurements.filter(({ admission: stay }) => stay === id)),
            notes: await read<'notes'>(`/api/physicNotes/listAdmNotes/${id}`),
            medications: await read<'medications'>(`/api/admissions/${id}/medications`),
            reconciliation: await read<'reconciliation'>(`/api/admissions/${id}/reconciliation`),
            dashboard: await read<'dashboard'>(`/api/reviews/revMedDashboard/${id}`),
          },
        });
      }
    }
  }
  return charts;
}

/** The things of a stream, folded from the changes of its history. */
async function foldHistory(call: ApiCall, stream: string): Promise<Map<HistoryThing, Record<string, unknown>>> {
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

/** A record as it is read now, and folded from its history. */
interface TwoReadings {
  readonly of: string;
  readonly current: Record<string, unknown>;
  readonly folded: Record<string, unknown> | undefined;
}

/** The team, its members and its patients. */
async function recordsOf(call: ApiCall): Promise<TwoReadings[]> {
  const [mine] = await call<Team[]>('GET', '/api/teams');
  if (!mine) throw new Error('The person has no team');
  const { members, version: _version, ...team } = await call<Team>('GET', `/api/teams/${mine._id}`);
  const ofTeam = await foldHistory(call, `teams/${mine._id}`);
  const records: TwoReadings[] = [
    { of: `team ${team.name}`, current: team, folded: ofTeam.get(`team:${mine._id}`) },
    ...members.map((member) => ({
      of: `member ${member.user}`,
      current: { ...member },
      folded: ofTeam.get(`member:${member.userId}`),
    })),
  ];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await call<PatientPage>('GET', `/api/patients/team/${mine._id}?pageNumber=${page}`);
    pages = found.pages;
    for (const { version: _of, order: _order, ...patient } of found.patients)
      records.push({
        of: `patient ${patient._id}`,
        current: patient,
        folded: (await foldHistory(call, `patients/${patient._id}`)).get(`patient:${patient._id}`),
      });
  }
  return records;
}

/** All drugs, which the teams share. */
async function drugRecords(call: ApiCall): Promise<TwoReadings[]> {
  const tradeLabels = await call<{ _id: string }[]>('GET', '/api/drugs');
  const drugs = new Set(tradeLabels.map(({ _id }) => _id.slice(0, _id.lastIndexOf('.'))));
  const records: TwoReadings[] = [];
  for (const id of drugs) {
    const { version: _of, ...drug } = await call<Drug>(
      'GET',
      `/api/drugs/tradeId/${tradeLabels.find(({ _id }) => _id.startsWith(`${id}.`))?._id}`,
    );
    records.push({
      of: `drug ${drug.label}`,
      current: drug,
      folded: (await foldHistory(call, `drugs/${id}`)).get(`drug:${id}`),
    });
  }
  return records;
}

export function chartAsOfTests(demo: Demo): void {
  const { openAs } = demo;

  describe('past charts', () => {
    test.each(['mona@demo.test', 'salma@demo.test'])(
      'each chart at its newest revision equals the current chart: team of %s',
      async (email) => {
        const charts = await chartsOf(await callAs(demo.url, email));
        expect(charts.length).toBeGreaterThan(10);
        for (const { id, current, folded } of charts) expect([id, folded]).toEqual([id, current]);
      },
    );

    test.each(['mona@demo.test', 'salma@demo.test'])(
      'the folded histories of a team, its members and its patients equal their current state: %s',
      async (email) => {
        const records = await recordsOf(await callAs(demo.url, email));
        expect(new Set(records.map(({ of }) => of.split(' ', 1)[0]))).toEqual(new Set(['team', 'member', 'patient']));
        for (const { of, current, folded } of records) expect([of, folded]).toEqual([of, current]);
      },
    );

    test('the folded histories of all drugs equal their current state', async () => {
      const records = await drugRecords(await callAs(demo.url, mona.email));
      expect(records.length).toBeGreaterThan(100);
      for (const { of, current, folded } of records) expect([of, folded]).toEqual([of, current]);
    });

    test('the past chart is controlled by keyboard, shared by its address, played and paused', async () => {
      const [{ page, pageErrors }, teammate] = await Promise.all([openAs(mona), openAs(omar)]);
      await openChart(page, demo.stay.admission);
      await page.getByRole('link', { name: 'The chart as it was' }).click();
      await pastMark(page).filter({ hasText: 'NEWEST' }).waitFor();
      const newest = Number(await slider(page).inputValue());
      expect(newest).toBeGreaterThan(8);
      const historyLength = await page.evaluate(() => history.length);
      await slider(page).focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'PageDown', 'ArrowRight']) await page.keyboard.press(key);
      const then = Math.max(0, newest - 12) + 1;
      await page.waitForURL(new RegExp(`at=${then}$`));
      await waitForRevision(page, then, /PAST/);
      expect(await page.evaluate(() => history.length)).toBe(historyLength);
      await expectAccessible(page);
      await screenshot(page, 'chart-then');
      const markText = await pastMark(page).textContent();

      await teammate.page.goto(page.url());
      await waitForRevision(teammate.page, then, /PAST/);
      expect(await pastMark(teammate.page).textContent()).toBe(markText);

      await page.keyboard.press('Home');
      await waitForRevision(page, 0, /admitted the patient/);
      await page.getByText('There was no review yet').waitFor();
      await page.getByRole('button', { name: 'Play' }).click();
      await expect.poll(() => slider(page).inputValue()).toBe('2');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('checkbox', { name: 'Go by time' }).check();
      await page.waitForURL(/at=\d{4}-\d\d-\d\dT/);
      expect(await slider(page).getAttribute('aria-valuetext')).toContain(` of ${newest + 1}`);
      await page.getByRole('button', { name: 'What changed from here to now' }).click();
      await page.getByText(/changes since then, \d+ things are different/).waitFor();
      await expectAccessible(page);
      await screenshot(page, 'chart-then-differences');
      expect([...pageErrors, ...teammate.pageErrors]).toEqual([]);
    });

    test('a separate program verifies the export of a chart and finds one altered letter', async () => {
      const { page, pageErrors } = await openAs(mona);
      await page.goto(`/history/admissions/${demo.stay.admission}`);
      await page.getByRole('button', { name: 'Check that nothing was altered' }).click();
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
      expect(await verifyExport(path, key)).toEqual([
        0,
        expect.stringMatching(/admission-.*: \d+ events and \d+ anchors, as they were signed/),
      ]);
      await writeFile(path, (await readFile(path, 'utf8')).replace('"type":"ReviewAdded"', '"type":"ReviewAddeb"'));
      expect(await verifyExport(path, key)).toEqual([1, expect.stringContaining('altered: event ')]);
      await screenshot(page, 'chart-then-proof');
      expect(pageErrors).toEqual([]);
    });
  });
}
