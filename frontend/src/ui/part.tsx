import { Component, Suspense, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Shown while it is on its way. */
  waiting?: ReactNode;
  /** Shown where it cannot be loaded or breaks; nothing, when left out. */
  instead?: ReactNode;
}

/** A part that is loaded when it is wanted. Where that fails, the screen around it stays, and what is typed there with it. */
export class Part extends Component<Props, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    const { children, waiting = null, instead = null } = this.props;
    return this.state.failed ? instead : <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
