/** How much one socket may ask: a fixed number of messages in each window of time. */
export function createAllowance({
  most,
  windowMs,
  now,
}: {
  most: number;
  windowMs: number;
  now: () => number;
}): () => boolean {
  let began = now();
  let used = 0;
  return () => {
    if (now() - began >= windowMs) {
      began = now();
      used = 0;
    }
    used += 1;
    return used <= most;
  };
}
