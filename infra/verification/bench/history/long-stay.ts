/** Writes an admission with a given number of events into the log of a running product. */
import { randomUUID } from 'node:crypto';
import type { AdmissionEvent, Entry } from 'language/domain/admission/events';
import { addDays } from 'language/domain/values/calendar-date';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import type { Product } from '../../test/product.ts';
import { withInstallation } from '../../faults/convergence/written-log.ts';
import { today } from '../team.ts';

const AT_ONCE = 100;
const note =
  '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p>' +
  '<ol><li data-list="bullet">repeat creatinine</li></ol>';

/** @returns the id of an entry that exists from the first event to the last */
export const writeLongStay = (
  product: Product,
  { admission, patient, team, author }: { admission: string; patient: string; team: string; author: string },
  count: number,
): Promise<string> =>
  withInstallation(product, async ({ log }) => {
    const stream = `admission-${admission}`;
    let last = (await log.readLast(stream))?.revision ?? 0n;
    const events = [...stay(admission, count)];
    for (let first = 0; first < events.length; first += AT_ONCE) {
      const some = events.slice(first, first + AT_ONCE).map((event) => {
        const id = randomUUID();
        return {
          ...event,
          id,
          metadata: {
            commandId: id,
            command: 'Bench',
            actorId: author,
            occurredAt: new Date().toISOString(),
            schemaVersion: schemaVersionOf(event.type),
            teamId: team,
            patientId: patient,
          },
        };
      });
      last = await log.append(stream, last, some);
    }
    return 'entry-0-0';
  });

/** One review for each day, with entries that change again and again. */
function* stay(admission: string, count: number): Generator<AdmissionEvent> {
  const entry = (entryId: string, change: number): Entry => ({
    entryId,
    errType: 'type-dose',
    errTypeLabel: 'Dose too high',
    errDrug: 'drug-1.0',
    errDrugLabel: 'Bench 500 mg',
    errNote: `${note}<p>${change}</p>`,
    errRes: change % 2 === 0 ? null : 1,
    errSeverity: 'C',
    followUpDate: null,
    drugTags: [{ name: 'renal' }],
  });
  for (let written = 0, day = 0; written < count; day += 1) {
    const reviewId = `${admission}.r${day}`;
    yield {
      type: 'ReviewAdded',
      data: {
        reviewId,
        reviewDate: addDays(today(), -(day % 60)),
        clinicalNote: note,
        entries: Array.from({ length: 8 }, (_, index) => entry(`entry-${day}-${index}`, 0)),
      },
    };
    written += 1;
    for (let change = 1; change < 60 && written < count; change += 1, written += 1)
      yield { type: 'ReviewMedicationUpdated', data: { reviewId, entry: entry(`entry-${day}-${change % 8}`, change) } };
    if (written < count && day > 0) {
      yield { type: 'ReviewMedicationUpdated', data: { reviewId: `${admission}.r0`, entry: entry('entry-0-0', day) } };
      written += 1;
    }
  }
}
