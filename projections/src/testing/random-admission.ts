/** For `*.int.spec.ts` only. */
import type { DomainEvent } from 'command-api/domain/command';
import { admitted, day, entry, reviewAdded } from '../testing.ts';

/** Events of one admission, each possible after those before it. */
export function randomAdmission(id: string, random: () => number): DomainEvent[] {
  const int = (below: number): number => Math.floor(random() * below);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  };
  const events: DomainEvent[] = [admitted(`p-${id}`)];
  const reviews = new Map<string, string[]>();
  const [groups, medications]: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (let n = 1; n <= 40; n += 1) {
    const reviewId = reviews.size > 0 ? pick([...reviews.keys()]) : undefined;
    const entries = (reviewId !== undefined && reviews.get(reviewId)) || [];
    const entryId = entries.length > 0 ? pick(entries) : undefined;
    const medicationId = medications.size > 0 ? pick([...medications]) : undefined;
    const medication = (given: string) => ({
      medicationId: given,
      drug: 'd-1.1',
      drugLabel: 'Panadol',
      dose: `${n} mg`,
      route: '',
      frequency: '',
      startDate: day('2026-03-01'),
      stopDate: null,
      note: '',
    });
    const kind = int(13);
    if (kind < 2 || reviewId === undefined) {
      const added = Array.from({ length: int(4) }, (_, k) => `${id}-${n}-${k}`);
      reviews.set(`${id}.${n}`, added);
      events.push(
        reviewAdded(
          `${id}.${n}`,
          added.map((one) => entry(one, { errRes: null })),
        ),
      );
    } else if (kind === 2) {
      reviews.get(reviewId)?.push(`${id}-${n}`);
      events.push({ type: 'ReviewMedicationAdded', data: { reviewId, entry: entry(`${id}-${n}`) } });
    } else if (kind === 3) {
      const reviewDate = day(`2026-03-0${1 + int(9)}`);
      events.push({ type: 'ReviewHeadEdited', data: { reviewId, reviewDate, clinicalNote: `<p>${n}</p>` } });
    } else if (kind === 4) {
      reviews.delete(reviewId);
      events.push({ type: 'ReviewDeleted', data: { reviewId } });
    } else if (kind === 5) {
      groups.add(`${id}-g${n}`);
      const images = [`/api/images/${n}`, '/api/images/same', '/api/images/same'];
      events.push({ type: 'GalleryGroupAdded', data: { groupId: `${id}-g${n}`, title: 'Rash', images } });
    } else if (kind === 6 && groups.size > 0) {
      const groupId = pick([...groups]);
      groups.delete(groupId);
      events.push({ type: 'GalleryGroupRemoved', data: { groupId } });
    } else if (kind === 7 || (kind > 7 && kind < 10 && medicationId === undefined)) {
      medications.add(`${id}-m${n}`);
      events.push({ type: 'AdmissionMedicationAdded', data: { medication: medication(`${id}-m${n}`) } });
    } else if (kind === 8 && medicationId !== undefined) {
      medications.delete(medicationId);
      events.push({ type: 'AdmissionMedicationDeleted', data: { medicationId } });
    } else if (kind === 9) {
      const medicationIds = [...medications].toReversed();
      events.push({ type: 'AdmissionMedicationsSorted', data: { medicationIds } });
    } else if (kind === 10 && entryId !== undefined) {
      entries.splice(entries.indexOf(entryId), 1);
      events.push({ type: 'ReviewMedicationRemoved', data: { reviewId, entryId } });
    } else if (kind === 11 && entryId !== undefined) {
      events.push({ type: 'ReviewMedicationUpdated', data: { reviewId, entry: entry(entryId, { errSeverity: 'D' }) } });
    } else if (entryId !== undefined)
      events.push({ type: 'ErrorRated', data: { reviewId, entryId, rating: int(11) / 2 } });
  }
  if (int(2) === 0) events.push({ type: 'AdmissionDeleted', data: {} });
  return events;
}
