/** The CSV of a team's five years, beside COPY of the same rows and cells; and the memory of the product meanwhile. */
import { Client } from 'pg';
import { copyOut } from 'service-kit/postgres/copy-out';
import { atLeast, atMost, line, median } from '../figures.ts';
import { get } from '../http-client.ts';
import { peakOf, resetPeak, residentOf } from '../processes/memory.ts';
import { inTurns } from '../turns.ts';
import type { Folder } from './folder.ts';

const ROUNDS = 3;
const TO_REACH = { ratio: 0.3, memoryMb: 100 };

/** One line for each entry, with the cells of `query-api/src/http/reports/review-columns.ts`. */
const cells = (team: string, from: string, to: string): string => /* sql */ `
copy (
  select r.review_date, concat_ws(' ', p.first_name, p.middle_name, p.last_name, p.fourth_name),
         p.medical_record_number, a.admission_date, concat_ws(' ', u.first_name, u.last_name), r.clinical_note,
         e.err_drug_label, e.err_type_label, e.err_severity, e.err_severity, e.err_res, e.follow_up_date, e.rating,
         e.drug_tags, e.err_note, r.review_id, e.entry_id
  from review r
  join review_entry e on e.review_id = r.review_id
  join admission a on a.admission_id = r.admission_id
  left join patient p on p.patient_id = r.patient_id
  left join app_user u on u.user_id = r.author_id
  where r.team_id = '${team}' and r.review_date between '${from}' and '${to}'
  order by r.review_date, r.created_at, r.review_id, e.position
) to stdout with (format csv)`;

export async function measureCsv(folder: Folder): Promise<void> {
  const { base, admin, team, firstDay, lastDay, databaseUrl, product } = folder;
  const service = await product.processOf('query-api').catch(() => product.processOf('product'));
  const path = `/api/reviews/export.csv?team=${team}&startDate=${firstDay}&endDate=${lastDay}`;
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=read_v1' });
  await client.connect();
  let rows = 0;
  try {
    const taken = await inTurns(ROUNDS, {
      async product() {
        await resetPeak(service);
        const before = await residentOf(service);
        const { ms } = await get(base, path, admin);
        return { ms, grewMb: (await peakOf(service)) - before };
      },
      async control() {
        rows = 0;
        const began = performance.now();
        await copyOut(client, cells(team, firstDay, lastDay), (_rows, count) => void (rows += count));
        return { ms: performance.now() - began, grewMb: 0 };
      },
    });
    const medianOf = (of: readonly { ms: number }[]): string => median(of.map(({ ms }) => ms)).toFixed(0);
    const ratio = median(taken.product.map((one, round) => (taken.control[round]?.ms ?? 0) / one.ms));
    console.log(line('milliseconds, medians', 'product', 'COPY', 'rate'));
    const what = `CSV of ${rows.toLocaleString('en')} rows`;
    console.log(line(what, medianOf(taken.product), medianOf(taken.control), ratio.toFixed(2)));
    atLeast('rate / COPY', ratio, TO_REACH.ratio, '×');
    const grewMb = Math.max(...taken.product.map((one) => one.grewMb));
    atMost("the product's growth meanwhile", grewMb, TO_REACH.memoryMb, 'MB');
  } finally {
    await client.end();
  }
}
