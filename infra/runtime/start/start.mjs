/**
 * `npm start`: builds what changed and runs the launcher in this process. `exec` in package.json makes it npm's direct
 * child. A shell in between would end at npm's SIGTERM and leave the launcher running.
 */
import { build } from './build.mjs';

build({ ifChanged: true });
await import('../../dist/runtime/start/main.js');
