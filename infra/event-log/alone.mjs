/** `npm run event-log`: builds what changed, then becomes the event log. With `exec` in package.json no shell stands between npm and it. */
import { build } from '../start/build.mjs';

build({ ifChanged: true });
await import('../dist/event-log/alone.js');
