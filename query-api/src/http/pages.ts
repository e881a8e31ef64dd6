/** The requested page of a list (docs/product.md, "HTTP conventions"). */
import { because } from 'command-api/domain/reasons/because';
import * as z from 'zod';

export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, because('page-not-a-number'))
  .transform(Number)
  .default(1);
