/** Loads the file of a route with the first visit. */
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { withStyles } from '../platform/http/retry.ts';

interface ScreenFile {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * The router's own `lazy` keeps a failure until the page is reloaded. Here the route's loader loads the file: each visit
 * and each revalidation tries again.
 */
export function lazyScreen(load: () => Promise<ScreenFile>): Pick<RouteObject, 'loader' | 'Component'> {
  const loadFile = withStyles(load);
  let file: ScreenFile | undefined;
  return {
    loader: async (args) => {
      file ??= await loadFile();
      return (await file.loader?.(args)) ?? null;
    },
    Component: () => (file ? <file.Component /> : null),
  };
}
