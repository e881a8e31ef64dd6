/**
 * `npm run restore`: builds what changed, then runs the command in this process. `exec` in package.json keeps a shell out, so
 * that signals reach it.
 */
import { build } from '../start/build.mjs';

build({ ifChanged: true });
// npm runs a script in the folder of package.json. File names are relative to the folder of the call.
if (process.env.npm_lifecycle_event === 'restore' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/backup/restore-main.js');
