/** Loaded into each started program (`--import`): installs the hook if there is an overlay now. */
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

// As in `overlay.ts`, which also loads the bundler.
const file = process.env['MODULE_OVERLAY'];
if (file !== undefined && existsSync(file))
  register('./load-hook.js', import.meta.url, { data: JSON.parse(readFileSync(file, 'utf8')) });
