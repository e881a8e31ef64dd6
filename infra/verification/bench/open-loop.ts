/**
 * Sends at a fixed rate, independent of the answers, so that a slow answer does not delay the calls after it (open
 * loop).
 */
export async function atRate(
  options: { perSecond: number; seconds: number },
  send: (index: number) => Promise<void>,
): Promise<void> {
  const total = options.perSecond * options.seconds;
  const started = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < total; index += 1) {
    const due = started + (index * 1000) / options.perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
    pending.push(send(index));
  }
  await Promise.all(pending);
}
