import { partsAway, type ServerAnswer } from './checks.ts';

/** Asked past the client of the calls: it is the way itself that is looked at. */
export async function askServer(signal: AbortSignal): Promise<ServerAnswer> {
  const start = performance.now();
  try {
    const health = await fetch('/api/health', { cache: 'no-store', signal });
    const took = Math.round(performance.now() - start);
    const date = Date.parse(health.headers.get('date') ?? '');
    const ready: unknown = await fetch('/api/ready', { cache: 'no-store', signal }).then((answer) => answer.json());
    return {
      took: health.ok ? took : undefined,
      ahead: Number.isNaN(date) ? 0 : Math.round((Date.now() - date) / 60_000),
      away: partsAway(ready),
    };
  } catch {
    return { took: undefined, ahead: 0, away: [] };
  }
}
