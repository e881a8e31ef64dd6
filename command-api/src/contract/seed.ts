/**
 * What the demo's seed and the command API agree on. Nothing of it is part of the public interface: the gateway takes
 * these headers away.
 */

/**
 * Each command of the demo's past says when it was done and when the log took it, with the secret that the
 * installation was started with.
 */
export const SEED_HEADERS = {
  secret: 'seed-secret',
  occurredAt: 'seed-occurred-at',
  recordedAt: 'seed-recorded-at',
} as const;

/** The last command of the demo's seed adds this tag. From then on its past can no longer be written. */
export const DEMO_MARKER = 'demo hospital';
