/** Limits the messages of one socket to a fixed number in each window of time. */
export function createRateLimiter({
  max,
  windowMs,
  now,
}: {
  max: number;
  windowMs: number;
  now: () => number;
}): () => boolean {
  let windowStart = now();
  let used = 0;
  return () => {
    if (now() - windowStart >= windowMs) {
      windowStart = now();
      used = 0;
    }
    used += 1;
    return used <= max;
  };
}
