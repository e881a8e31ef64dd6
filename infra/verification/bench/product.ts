/** The product under measure, this one or that of another checkout, and what all runs have in common. */
import { cpus, loadavg } from 'node:os';
import { type Product, startProduct } from '../test/product.ts';

/** The clients of a benchmark are more than one address may be, and solve no captcha. */
export const WITHOUT_LIMITS = { CAPTCHA: 'off', RATE_LIMIT: 'off' } as const;

/** `BENCH_CHECKOUT`: another checkout, built, to measure with the same clients: the other side of a pair. */
const checkout = process.env['BENCH_CHECKOUT'];

/** The line that every run begins with. */
export function describeMachine(): void {
  console.log(
    `${cpus().length} cores, Node ${process.version}, load before the run ${(loadavg()[0] ?? 0).toFixed(2)}` +
      (checkout === undefined ? '' : `, product of ${checkout}`),
  );
}

/** Starts the product, measures it, and stops it. */
export async function withProduct(
  options: { env?: NodeJS.ProcessEnv; dataDir?: string; node?: string },
  measure: (product: Product) => Promise<void>,
): Promise<void> {
  const product = await startProduct({
    ...options,
    ...(checkout !== undefined && { checkout }),
    env: { LOG_LEVEL: 'warn', ...options.env },
  });
  try {
    await measure(product);
  } finally {
    await product.stop();
  }
}
