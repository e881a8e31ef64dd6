/** The requested page of a list (docs/product.md, "HTTP conventions"). */
import { because } from 'language/domain/reasons/because';
import { limits } from 'language/domain/values/codes';
import * as z from 'zod';

export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, because('page-not-a-number'))
  .transform(Number)
  .default(1);

/** How many rows lie before a page. */
export const rowsBefore = (pageNumber: number): number => (pageNumber - 1) * limits.pageSize;

export const pageOf = (
  page: number,
  total: number,
  pageSize: number = limits.pageSize,
): { page: number; pages: number; total: number } => ({ page, pages: Math.ceil(total / pageSize), total });
