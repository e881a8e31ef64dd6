import * as z from 'zod';

/** To the launcher: this sample data is there. */
export const Seeded = z.object({ seeded: z.enum(['demo', 'catalogue']) });
