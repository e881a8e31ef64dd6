/**
 * `npm run keys` and the other commands of an operator: builds what changed, then runs a program of `infra/dist` in this
 * process, such as `operations/keys/main`. `exec` in package.json keeps a shell out, so that signals reach it.
 */
import { build } from './build.mjs';

const [program] = process.argv.splice(2, 1);
build({ ifChanged: true });
// npm runs a script in the folder of package.json. File names are relative to the folder of the call.
if (process.env.npm_lifecycle_event && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(`../../dist/${program}.js`);
