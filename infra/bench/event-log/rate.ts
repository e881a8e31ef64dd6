/**
 * Closed loops: each worker begins a step when its last one is done. The clock runs until all steps are done, and all
 * steps count.
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
