/** `npm run tls`: builds what changed and makes a certificate in this process. */
import { build } from '../start/build.mjs';

build({ ifChanged: true });
if (process.env.npm_lifecycle_event === 'tls' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/certificates/main.js');
