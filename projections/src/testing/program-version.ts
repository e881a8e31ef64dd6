/** For `*.int.spec.ts` only: makes this process another version of the program. */
import type { StoredEvent } from 'service-kit/event-log/port';
import { readModels } from '../read-models/all.ts';
import { clinical } from '../read-models/clinical/project.ts';
import type { RowChange } from '../read-models/row-change.ts';
import { RowMissing, type Rows } from '../read-models/stream-rows.ts';
import { review } from '../read-models/clinical/tables.ts';
import type { Row } from '../read-models/table.ts';

/** A program of version 1: none of its changes has been made yet. `laterProgram` is the next one. */
export const earlierProgram = (): void => void Object.assign(readModels, { clinical: { ...clinical, changes: [] } });

/** `clinical` of this program. */
export const thisProgram = (): void => void Object.assign(readModels, { clinical });

/**
 * A later program: it marks the note of each review with its version.
 * @param before called for each event before it is projected; may throw
 * @param differs what each version says that it changes
 */
export function laterProgram(
  version = 2,
  {
    before = () => {},
    differs = ['review.clinical_note'],
  }: { before?: (event: StoredEvent, rows: Rows) => void; differs?: readonly string[] } = {},
): void {
  const mark = <Written extends Row>(row: Written): Written =>
    typeof row['clinical_note'] === 'string' ? { ...row, clinical_note: `v${version} ${row['clinical_note']}` } : row;
  const marked = (change: RowChange): RowChange => {
    if (!('table' in change) || change.table.name !== 'review') return change;
    if (change.change === 'insert') return { ...change, row: mark(change.row) };
    return change.change === 'update' ? { ...change, set: mark(change.set) } : change;
  };
  Object.assign(readModels, {
    clinical: {
      ...clinical,
      changes: Array.from({ length: version - 1 }, () => ({ differs })),
      project(...[rows, event]: Parameters<typeof clinical.project>) {
        before(event, rows);
        return clinical.project(rows, event).map(marked);
      },
    },
  });
}

/** For `laterProgram`: a fold that cannot go on from rows that an older program has made. */
export function needsMarkedRows(_event: StoredEvent, rows: Rows): void {
  if (rows.all(review).some(({ clinical_note: note }) => !note.startsWith('v'))) throw new RowMissing('No mark');
}
