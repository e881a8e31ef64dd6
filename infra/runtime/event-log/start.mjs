/**
 * `npm run event-log`: builds what changed and runs the event log in this process. `exec` in package.json makes it
 * npm's direct child.
 */
import { build } from '../start/build.mjs';

const parent = process.ppid;
build({ ifChanged: true });
// npm forwards signals, but a killed npm leaves its child running, with the folder and the port of the next start.
if (process.env.npm_lifecycle_event === 'event-log') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}
await import('../../dist/runtime/event-log/standalone.js');
