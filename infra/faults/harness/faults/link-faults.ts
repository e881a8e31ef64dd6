/** Faults of the network between the processes. */
import type { LinkName } from '../fault.ts';
import type { Condition } from '../link.ts';
import type { Scene } from './scene.ts';
import { lasts } from './waiting.ts';

/** @throws Error where this layout has no such link */
export async function impose(scene: Scene, name: LinkName, condition: Condition, seconds: number): Promise<string> {
  const link = scene.environment.links.get(name);
  if (!link) throw new Error(`There is no link ${name} here`);
  const heal = link.impose(condition);
  try {
    await lasts(seconds, scene.stopping);
  } finally {
    heal();
  }
  return `${condition.kind} for ${seconds} s`;
}
