/** For specs only: all commands. */
export { routes, uploadRoutes } from '../http/app.ts';
