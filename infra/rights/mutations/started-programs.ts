/** Loaded into each started program (`--import`): installs the hook if there is an overlay now. */
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

// As in `overlay.ts`, which also loads Vite.
const file = process.env['RIGHTS_MUTATION_OVERLAY'];
if (file !== undefined && existsSync(file))
  register('./started-programs-hook.js', import.meta.url, { data: JSON.parse(readFileSync(file, 'utf8')) });
