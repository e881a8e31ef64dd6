/**
 * The hash chains of the history, checked as a person would: everything of the team by the product, and the exported
 * charts by the offline verifier.
 */
import type { TeamVerification } from 'language/contract/history';
import { ExportCheck } from '#verify-export';
import { type Answered, get } from '../../convergence/calls.ts';

/** @param token of the team's admin */
export async function chainFaults(
  base: string,
  token: string,
  team: string,
  admissions: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined = 'a0'; after !== undefined;) {
    const path = `/api/history/teams/${team}/verifyAll?after=${after}`;
    const { status, body } = (await get(base, token, path)) as Answered<TeamVerification>;
    if (status !== 200) return [`The verification of the team answers ${status}`];
    found.push(...body.broken.map(({ stream, revision, reason }) => `${stream ?? 'Anchors'}, ${revision}: ${reason}`));
    after = body.next;
  }
  for (const admission of admissions) {
    const answer = await fetch(new URL(`/api/history/admissions/${admission}/export`, base), {
      headers: { authorization: `bearer ${token}` },
    });
    const text = await answer.text();
    if (answer.status === 200) found.push(...exportFaults(text));
    // A deleted chart has no export, and that of another team is not theirs to export.
    else if (answer.status !== 404 && !text.includes('chart-transferred'))
      found.push(`The export of ${admission} answers ${answer.status}`);
  }
  return found;
}

/** @param text an exported history */
function exportFaults(text: string): string[] {
  const check = new ExportCheck();
  for (const line of text.trimEnd().split('\n')) check.add(line);
  const { findings, stream, events, unsealed } = check.end();
  return [
    ...(events === 0 ? [`The export of ${stream} has no event`] : []),
    ...findings.map(({ what, where, why }) => `${stream}: ${where} is ${what}: ${why}`),
    ...(unsealed ? [`${stream}: event ${unsealed.revision} has no seal since ${unsealed.since}`] : []),
  ];
}
