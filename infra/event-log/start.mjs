/**
 * `npm run event-log`: builds what changed, then becomes the event log. With `exec` in package.json no shell stands
 * between npm and it.
 */
import { build } from '../start/build.mjs';

const parent = process.ppid;
build({ ifChanged: true });
// npm passes signals on, but one that is killed leaves its child behind, with the folder and the port that the next
// start needs.
if (process.env.npm_lifecycle_event === 'event-log') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}
await import('../dist/event-log/standalone.js');
