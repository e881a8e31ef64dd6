/** The time from the answer to a teammate's order until its finding is painted on this screen, and until it is gone. */
import { randomUUID } from 'node:crypto';
import type { AdmissionMedication, ErrorType } from 'language/contract/entities';
import type { ListedStatement } from 'language/contract/statements';
import type { Browser } from 'playwright-core';
import { signIn } from '../../../runtime/seed/api-client.ts';
import { atMost, heading, row, summarise } from '../figures.ts';
import { today } from '../team.ts';
import { openChart, openPage } from './browser.ts';
import type { LongStay } from './long-stay.ts';
import { proposalsPainted } from './page-scripts.ts';

const ROUNDS = 20;
/** With the processor of this machine. The slower one is printed beside it. */
const P95_MS = 300;
const SLOWER = [1, 4];

/** The one statement: a drug that is ordered twice. */
async function approveStatement(base: string, admin: { email: string; password: string }): Promise<void> {
  const person = await signIn(base, admin.email, admin.password);
  const { _id: errType } = await person.send<ErrorType>('POST', '/api/errtypes', randomUUID(), { label: 'Duplicate' });
  const { _id } = await person.send<ListedStatement>('POST', '/api/statements', randomUUID(), {
    kind: 'duplicate',
    agent: 'same',
    exceptions: [],
    source: 'A rule of the benchmark',
    sourceDate: today(),
    severity: 'C',
    errType,
    text: '{drug}: ordered twice, {daily} a day.',
  });
  await person.send('POST', `/api/statements/${_id}/approve`, randomUUID(), { approvedBy: 'Benchmark' });
}

export async function measureFindings(
  base: string,
  browser: Browser,
  stay: LongStay,
  admin: { email: string; password: string },
): Promise<void> {
  await approveStatement(base, admin);
  console.log(heading);
  for (const slower of SLOWER) await measureAt(slower, base, browser, stay);
}

async function measureAt(slower: number, base: string, browser: Browser, stay: LongStay): Promise<void> {
  const [drug] = stay.drugs;
  const medications = `/api/admissions/${stay.admission}/medications`;
  const page = await openPage(browser, { slower });
  await openChart(page, base, stay);
  const [shown, gone]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const appeared = page.evaluate<number>(proposalsPainted(true));
    const { _id } = await stay.teammate.person.send<AdmissionMedication>('POST', medications, randomUUID(), {
      drug,
      dose: '500 mg',
      route: 'IV',
      frequency: 'q12h',
    });
    const ordered = Date.now();
    shown.push(Math.max(0, (await appeared) - ordered));
    const left = page.evaluate<number>(proposalsPainted(false));
    await stay.teammate.person.send('POST', `${medications}/${_id}/stop`, randomUUID(), {});
    const stopped = Date.now();
    gone.push(Math.max(0, (await left) - stopped));
  }
  await page.context().close();
  for (const [what, taken] of [
    ['finding of an order, answered → painted', shown],
    ['finding of a stopped order, answered → gone', gone],
  ] as const) {
    const name = slower === 1 ? what : `${what}, ${slower} times slower`;
    const figures = summarise(taken, name);
    console.log(row(name, figures));
    if (slower === 1) atMost(`${name}, p95`, figures.p95, P95_MS);
  }
}
