/** Components whose file is loaded at their first render, inside an `AsyncBoundary`. */
import { lazy, type ComponentType } from 'react';
import { loadWithRetry, withStyles, type Loading, type LoadingHooks } from '../platform/http/retry.ts';

/** The file of a component could not be loaded. */
export class FileMissing extends Error {
  /** Loads the file until it arrives. All that wait for the same file share the attempts. */
  readonly loadAgain: (hooks: LoadingHooks<unknown>) => Loading;

  constructor(loadAgain: FileMissing['loadAgain'], cause: unknown) {
    super('The file of a component could not be loaded', { cause });
    this.loadAgain = loadAgain;
  }
}

/** React's `lazy` keeps a failure until the page is reloaded. Here the `AsyncBoundary` around it loads the file again. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loadFile = withStyles(load);
  let Loaded: ComponentType<Props> = lazy(() =>
    loadFile().catch((cause: unknown) => {
      throw new FileMissing(loadAgain, cause);
    }),
  );
  const waiting = new Set<LoadingHooks<unknown>>();
  let loading: Loading | undefined;
  function loadAgain(hooks: LoadingHooks<unknown>): Loading {
    waiting.add(hooks);
    if (loading) loading.retryNow();
    else {
      loading = loadWithRetry(loadFile, {
        onLoaded: (module) => {
          loading = undefined;
          Loaded = module.default;
          for (const { onLoaded } of waiting) onLoaded(module);
          waiting.clear();
        },
        onFailed: () => {
          for (const { onFailed } of waiting) onFailed?.();
        },
      });
    }
    return {
      retryNow: () => loading?.retryNow(),
      stop: () => {
        waiting.delete(hooks);
        if (waiting.size > 0) return;
        loading?.stop();
        loading = undefined;
      },
    };
  }
  return function LazyPart(props: Props) {
    return <Loaded {...props} />;
  };
}
