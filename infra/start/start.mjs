/** `npm start`: builds what changed, then becomes the launcher. One process, so that a signal to npm reaches the launcher and no shell in between. */
import { build } from './build.mjs';

build({ ifChanged: true });
await import('../dist/start/main.js');
