/** Components whose file is loaded at their first render, inside an `AsyncBoundary`. */
import { Component, createContext, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadWithRetry, withStyles, type Loading, type LoadingHooks } from '../platform/http/retry.ts';

/** The file of a component could not be loaded. */
class FileMissing extends Error {
  /** Loads the file until it arrives. All that wait for the same file share the attempts. */
  readonly loadAgain: (hooks: LoadingHooks<unknown>) => Loading;

  constructor(loadAgain: FileMissing['loadAgain'], cause: unknown) {
    super('The file of a component could not be loaded', { cause });
    this.loadAgain = loadAgain;
  }
}

/** React's `lazy` keeps a failure until a reload of the page. Here the `AsyncBoundary` loads the file again. */
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

/**
 * A component whose file is loaded now, beside the file that calls this, and does not delay it. Call it at module level.
 */
export function preloadedComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loading = load();
  // Its first render loads the file again.
  loading.catch(() => undefined);
  return lazyComponent(() => loading.catch(load));
}

interface BoundaryProps {
  children: ReactNode;
  /** Shown while the file loads. */
  skeleton?: ReactNode;
  /** Shown while the file cannot be loaded, and after an error of the part. Default: nothing. */
  instead?: ReactNode;
}

/** For the `instead` element: loads the file again at once. Undefined after an error of the component itself. */
export const TryAgain = createContext<(() => void) | undefined>(undefined);

/**
 * A Suspense and error boundary around a lazy component (`lazyComponent`). If its file cannot be loaded, the screen
 * around it stays, with all typed text, and the file is loaded again until it arrives. `instead` is shown from the
 * second failure on: the first retry follows at once.
 */
export class AsyncBoundary extends Component<BoundaryProps, { state: 'shown' | 'loading again' | 'failed' }> {
  override state = { state: 'shown' as const };
  private loading: Loading | undefined;

  static getDerivedStateFromError(error: unknown) {
    return { state: error instanceof FileMissing ? 'loading again' : 'failed' };
  }
  override componentDidCatch(error: unknown): void {
    this.loading?.stop();
    this.loading =
      error instanceof FileMissing
        ? error.loadAgain({
            onLoaded: () => this.setState({ state: 'shown' }),
            onFailed: () => this.setState({ state: 'failed' }),
          })
        : undefined;
  }
  override componentWillUnmount(): void {
    this.loading?.stop();
  }
  override render(): ReactNode {
    const { children, skeleton = null, instead = null } = this.props;
    if (this.state.state === 'shown') return <Suspense fallback={skeleton}>{children}</Suspense>;
    return this.state.state === 'failed' ? <TryAgain value={this.loading?.retryNow}>{instead}</TryAgain> : skeleton;
  }
}
