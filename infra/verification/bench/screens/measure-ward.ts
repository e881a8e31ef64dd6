/** The lists over all inpatients of a large team: how long their reads take. */
import type { ErrorType } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { isNoError } from 'language/domain/values/codes';
import { atMost, heading, repeated, row, summarise } from '../figures.ts';
import { get } from '../http-client.ts';
import { addDrug, admit, openTeam, today } from '../team.ts';

const SIZE = { inpatients: 500, orders: 12, entries: 10 };
const DAYS = 5;
const CALLS = 60;
const TO_REACH_MS = { 'ward board': 25, home: 40, search: 40 };
/** Patients who are written at once. */
const TOGETHER = 10;

export async function measureWard(base: string): Promise<void> {
  const team = await openTeam(base, 2);
  const [{ person, token }] = team.members;
  const drugs: string[] = [];
  for (let index = 0; index < SIZE.orders; index += 1) drugs.push(await addDrug(team, index));
  const types = (await person.get<ErrorType[]>('/api/errtypes')).filter(({ _id }) => !isNoError(_id));
  const since = addDays(today(), -DAYS);
  const write = async (number: number): Promise<void> => {
    const { _id: admission } = await admit(team, number, since);
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
      drugErrs: drugs.slice(0, SIZE.entries).map((errDrug, index) => ({
        errType: types[index % types.length]?._id ?? '',
        errDrug,
        errNote: '<p>Reduce the dose.</p>',
        errRes: index === 0 ? null : 1,
        errSeverity: 'D',
        drugTags: [],
      })),
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

  console.log(`${SIZE.inpatients} inpatients with ${SIZE.orders} orders and ${SIZE.entries} entries each`);
  console.log(heading);
  for (const [name, path] of [
    ['ward board', `/api/ward/${team.id}`],
    ['home', '/api/users/me/today'],
    ['search', `/api/search?q=${encodeURIComponent('محمد')}`],
  ] as const) {
    await get(base, path, token);
    const figures = summarise(await repeated(CALLS, async () => (await get(base, path, token)).ms), name);
    console.log(row(`read of ${name}`, figures));
    atMost(`${name}, p95`, figures.p95, TO_REACH_MS[name]);
  }
}
