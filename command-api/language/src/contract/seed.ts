/** Shared by the demo's seed and the command API. Not public: the gateway removes these headers. */

/** Headers of the demo's past commands: the installation's secret, and the times of `EventMetadata`. */
export const SEED_HEADERS = {
  secret: 'seed-secret',
  occurredAt: 'seed-occurred-at',
  recordedAt: 'seed-recorded-at',
} as const;

/** The last command of the demo's seed adds this tag. From then on commands with these headers are refused. */
export const DEMO_MARKER = 'demo hospital';

/** Of every account that the demo's seed makes. No real person has one: the domain `test` is reserved. */
export const DEMO_DOMAIN = '@demo.test';
