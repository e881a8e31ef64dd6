/**
 * The text that the hash of a line covers, as SQL: all its fields but the hashes, as one text of
 * JSON. The trigger that chains lines and the check use the same text. It never changes: lines that
 * were sealed could not be checked any more.
 */
export const SEALED_TEXT = (line: string): string => /* sql */ `jsonb_build_array(
    ${line}.number, to_char(${line}.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), ${line}.kind, ${line}.actor_kind,
    ${line}.actor_id, ${line}.user_id, ${line}.team_id, ${line}.patient_id, ${line}.email_mark, ${line}.address,
    ${line}.device, ${line}.data, ${line}.source_id)::text`;
