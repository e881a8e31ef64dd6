import { Component, createContext, Suspense, type ReactNode } from 'react';
import type { Loading } from '../platform/http/load-with-retry.ts';
import { FileMissing } from './lazy-component.tsx';

interface Props {
  children: ReactNode;
  /** Shown while it is on its way. */
  waiting?: ReactNode;
  /** Shown where it cannot be loaded, until it is, or breaks; nothing, when left out. */
  instead?: ReactNode;
}

/**
 * For what stands instead of a part: loads its file at once. Undefined where the part broke, which another attempt does
 * not mend.
 */
export const TryAgain = createContext<(() => void) | undefined>(undefined);

/**
 * A part that is loaded when it is wanted (`lazyPart`). Where that fails, the screen around it stays, and what is typed
 * there with it; the file is loaded again until it is there. `instead` is shown from the second failure on: the first
 * attempt to load again follows at once.
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
