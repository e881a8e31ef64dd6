/**
 * Closed loops: each worker takes its next step when the last one is done. The clock runs until the last step is done,
 * and every step counts.
 * @returns steps a second
 */
export async function rate(
  { workers, seconds }: { workers: number; seconds: number },
  step: (worker: number) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  let steps = 0;
  const loop = async (worker: number): Promise<void> => {
    do {
      await step(worker);
      steps += 1;
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return (steps * 1_000) / (performance.now() - started);
}
