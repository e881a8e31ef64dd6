/** The shared process. Its services have loggers of their own. */
import { runService } from 'service-kit/process/lifecycle';
import { startProduct } from './product.ts';

await runService('product', () => startProduct(process.env));
