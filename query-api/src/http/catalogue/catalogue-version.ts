/**
 * A hash of the catalogue's checkpoints with their event ids. It changes with every drug, tag and error type, with
 * Update Trade List, and with a switch to rebuilt rows. Another log at the same address has another hash
 * (docs/decisions/read-side/trade-label-cache.md).
 */
export const catalogueVersion = /* sql */ `
select md5(concat(
  (select generation from projection_version where projection = 'catalogue'),
  string_agg(concat_ws(' ', stream, revision, event_id), ',' order by stream))) as version
from projection_checkpoint where projection = 'catalogue'`;
