/** Faults of the ways between people, services and engines (`../link.ts`). */
import type { Condition, LinkName } from '../link.ts';
import type { Scene } from './scene.ts';
import { lasts } from './waiting.ts';

export const imposeOn =
  (name: LinkName, condition: Condition) =>
  async ({ environment, stopping }: Scene, seconds: number): Promise<string> => {
    const heal = environment.links[name].impose(condition);
    try {
      await lasts(seconds, stopping);
    } finally {
      heal();
    }
    return `${condition.kind} for ${seconds} s`;
  };
