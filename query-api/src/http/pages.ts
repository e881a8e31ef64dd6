/** Which page of a list is asked for (decisions, "HTTP conventions"). */
import * as z from 'zod';

export const PageNumber = z.string().regex(/^[1-9]\d{0,8}$/, 'Pages are counted from 1').transform(Number).default(1);
