/** For specs only: every command of the product. */
export { routes, uploadRoutes } from '../http/app.ts';
