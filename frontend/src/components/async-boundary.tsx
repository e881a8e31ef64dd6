import { Component, createContext, Suspense, type ReactNode } from 'react';
import type { Loading } from '../platform/http/retry.ts';
import { FileMissing } from './lazy-component.tsx';

interface Props {
  children: ReactNode;
  /** Shown while the file loads. */
  waiting?: ReactNode;
  /** Shown while the file cannot be loaded, and after an error of the part. Default: nothing. */
  instead?: ReactNode;
}

/**
 * For the `instead` element: loads the file again at once. Undefined after an error of the part, which another attempt
 * does not mend.
 */
export const TryAgain = createContext<(() => void) | undefined>(undefined);

/**
 * A Suspense and error boundary around a lazy component (`lazyComponent`). If its file cannot be loaded, the screen around
 * it stays, with all typed text, and the file is loaded again until it arrives. `instead` is shown from the second failure
 * on: the first retry follows at once.
 */
export class AsyncBoundary extends Component<Props, { state: 'shown' | 'loading again' | 'failed' }> {
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
    const { children, waiting = null, instead = null } = this.props;
    if (this.state.state === 'shown') return <Suspense fallback={waiting}>{children}</Suspense>;
    return this.state.state === 'failed' ? <TryAgain value={this.loading?.retryNow}>{instead}</TryAgain> : waiting;
  }
}
