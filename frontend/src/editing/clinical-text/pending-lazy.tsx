/** How what waits is shown in its place: fetched when something does. */
import { type ComponentProps } from 'react';
import { lazyPart } from '../../components/lazy-component.tsx';
import { Part } from '../../components/async-boundary.tsx';
import type { WaitingItem as Item } from '../../outbox/pending-item.tsx';
import type { WaitingText as Text } from './pending-text.tsx';

const LoadedItem = lazyPart(async () => ({ default: (await import('../../outbox/pending-item.tsx')).WaitingItem }));
const LoadedText = lazyPart(async () => ({ default: (await import('./pending-text.tsx')).WaitingText }));

export const WaitingItem = (props: ComponentProps<typeof Item>) => (
  <Part>
    <LoadedItem {...props} />
  </Part>
);
export const WaitingText = (props: ComponentProps<typeof Text>) => (
  <Part>
    <LoadedText {...props} />
  </Part>
);
