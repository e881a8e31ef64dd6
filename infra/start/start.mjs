/** `npm start`: builds what changed, then becomes the launcher. With `exec` in package.json it is npm's own child: a shell between them would die of
 * npm's SIGTERM and leave the launcher behind. */
import { build } from './build.mjs';

build({ ifChanged: true });
await import('../dist/start/main.js');
