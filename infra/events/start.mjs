/**
 * `npm run events`: builds what changed, then becomes the command line. With `exec` in package.json no shell stands
 * between npm and it.
 */
import { build } from '../start/build.mjs';

build({ ifChanged: true });
// npm runs a package's script in the package's folder; files are meant from where it was called.
if (process.env.npm_lifecycle_event === 'events' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/events/main.js');
