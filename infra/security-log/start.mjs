/** `npm run security-log`: builds what changed, then runs the command line in this process. */
import { build } from '../start/build.mjs';

build({ ifChanged: true });
if (process.env.npm_lifecycle_event === 'security-log' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/security-log/main.js');
