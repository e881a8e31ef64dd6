/**
 * `npm run anchor-statement`: builds what changed, then runs the command line in this process. `exec` in package.json
 * keeps a shell out, so that signals reach it.
 */
import { build } from '../../start/build.mjs';

build({ ifChanged: true });
// npm runs a package's script in the package's folder. File names are relative to the folder of the call.
if (process.env.npm_lifecycle_event === 'anchor-statement' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../../dist/history/statement/main.js');
