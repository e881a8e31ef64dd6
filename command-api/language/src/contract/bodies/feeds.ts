/** The bodies of the calls about parked messages of the hospital. */
import * as z from 'zod';
import { setAsideReasons } from '../../domain/values/feed-codes.ts';

export const SetMessageAside = z.strictObject({ reason: z.enum(setAsideReasons) });
