/** The CSV of a team's five years, beside COPY of the same rows and cells; and the memory of the product meanwhile. */
import { Client } from 'pg';
import { median } from '../screens/figures.ts';
import { copyOut } from './copy-out.ts';
import type { Folder } from './folder.ts';
import { get } from './http-client.ts';
import { growthOf } from './memory.ts';
import { atLeast, atMost, shown, shownRatio, type YardstickRow } from './table.ts';

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

export async function measureCsv(folder: Folder): Promise<YardstickRow[]> {
  const { base, admin, team, firstDay, lastDay, databaseUrl, product } = folder;
  const service = await product.processOf('query-api').catch(() => product.processOf('product'));
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=read_v1' });
  await client.connect();
  try {
    const taken: { product: number; control: number; grew: number }[] = [];
    let rows = 0;
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      let ms = 0;
      const grew = await growthOf([service], async () => {
        const answer = await get(
          base,
          `/api/reviews/export.csv?team=${team}&startDate=${firstDay}&endDate=${lastDay}`,
          admin,
        );
        ({ ms, bytes } = answer);
      });
      const began = performance.now();
      ({ rows } = await copyOut(client, cells(team, firstDay, lastDay)));
      // The first round warms up.
      if (round > 0) taken.push({ product: ms, control: performance.now() - began, grew });
    }
    const [ms, copyMs] = [median(taken.map((one) => one.product)), median(taken.map((one) => one.control))];
    const ratio = median(taken.map((one) => one.control / one.product));
    const grew = Math.max(...taken.map((one) => one.grew));
    const rate = (of: number): string => `${((rows * 1_000) / of).toFixed(0)} rows/s`;
    return [
      {
        what: `CSV of ${rows.toLocaleString('en')} rows, ${shown(bytes / 1024 ** 2)} MB`,
        product: `${shown(ms)} ms; ${rate(ms)}; + ${shown(grew)} MB`,
        control: `COPY ${shown(copyMs)} ms; ${rate(copyMs)}`,
        ratio: shownRatio(ratio),
        checks: [atLeast('rate', ratio, TO_REACH.ratio, ' ×'), atMost('memory', grew, TO_REACH.memoryMb, ' MB')],
      },
    ];
  } finally {
    await client.end();
  }
}
