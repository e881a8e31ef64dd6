/** For specs only: all commands. */
export { routes, ownBodyRoutes } from '../http/app.ts';
