/** How a waiting command is shown in its place. Loaded when there is one. */
import { type ComponentProps } from 'react';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import type { PendingItem as Item } from '../../outbox/pending-item.tsx';
import type { PendingText as Text } from './pending-text.tsx';

const LoadedItem = lazyComponent(async () => ({
  default: (await import('../../outbox/pending-item.tsx')).PendingItem,
}));
const LoadedText = lazyComponent(async () => ({ default: (await import('./pending-text.tsx')).PendingText }));

export const PendingItem = (props: ComponentProps<typeof Item>) => (
  <AsyncBoundary>
    <LoadedItem {...props} />
  </AsyncBoundary>
);
export const PendingText = (props: ComponentProps<typeof Text>) => (
  <AsyncBoundary>
    <LoadedText {...props} />
  </AsyncBoundary>
);
