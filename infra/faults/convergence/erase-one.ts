/**
 * Two people erase the patient of one admission while the others edit it: one asks, and the admin agrees. What is written
 * between the look and the agreement is a conflict, and the admin looks again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Erasure } from 'command-api/contract/erasures';
import { get, NoAnswer, send } from './calls.ts';
import type { TestTeam } from './test-team.ts';

/** Between two looks, and while a service starts again. */
const AGAIN_MS = 250;
const MAX_LOOKS = 400;

/**
 * @returns how many times the admin had to look
 * @throws Error where another answer comes, or where the admin has looked too often
 */
export async function eraseOne(base: string, { members }: TestTeam, patient: string): Promise<number> {
  const [admin, pharmacist] = [members[0], members.find(({ role }) => role === 'pharmacist')];
  if (!admin || !pharmacist) throw new RangeError('An erasure needs the admin and a pharmacist');
  const path = `/api/patients/${patient}/erasure`;
  const { answer: asked } = await send(base, pharmacist.token, {
    method: 'POST',
    path,
    body: { category: 'wish', reason: 'A race' },
  });
  if (asked?.status !== 201) throw new Error(`${path}: ${asked?.status} ${JSON.stringify(asked?.body)}`);
  for (let looks = 1; looks <= MAX_LOOKS; looks += 1) {
    const look = await get(base, admin.token, path).catch((error: unknown) => {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    });
    if (look?.status === 200) {
      const { version } = look.body as Erasure;
      const agree = { method: 'PUT', path: `${path}/agree`, body: {}, ifMatch: version } as const;
      const { answer } = await send(base, admin.token, agree);
      if (answer?.status === 200) return looks;
      const reason = (answer?.body as { reason?: string } | undefined)?.reason;
      if (reason !== 'erasure-changed-since') throw new Error(`${agree.path}: ${answer?.status} ${reason}`);
    }
    await pause(AGAIN_MS);
  }
  throw new Error(`The admin looked ${MAX_LOOKS} times`);
}
