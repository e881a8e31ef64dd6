/**
 * Sends at a fixed rate whatever the answers do, so that a slow answer does not hide the ones that should have followed
 * it.
 */
export async function atRate(
  options: { perSecond: number; seconds: number },
  send: (index: number) => Promise<void>,
): Promise<void> {
  const total = options.perSecond * options.seconds;
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let index = 0; index < total; index += 1) {
    const due = started + (index * 1000) / options.perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
    under.push(send(index));
  }
  await Promise.all(under);
}
