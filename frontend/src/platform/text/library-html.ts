/**
 * HTML that a library writes passes the allow-list of rich text. To be imported before such a library: ApexCharts
 * writes names and figures (`innerHTML` of legends and tooltips), Quill empties its new container and copies the items
 * of lists that are pasted from Word. Our own code needs it nowhere (`sanitize.ts`).
 *
 * Trusted Types call the policy named `default` where a library passes a plain text. It has no rule for scripts and
 * their addresses, so the browser refuses those.
 */
import { createPolicy } from '../trusted-types.ts';
import { sanitizeForLibrary } from './sanitize.ts';

createPolicy('default', { createHTML: sanitizeForLibrary });
