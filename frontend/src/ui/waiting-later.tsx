/** How what waits is shown in its place: fetched when something does. */
import { type ComponentProps } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { Part } from './part.tsx';
import type { WaitingItem as Item } from './waiting-item.tsx';
import type { WaitingText as Text } from './waiting-text.tsx';

const LoadedItem = lazyPart(async () => ({ default: (await import('./waiting-item.tsx')).WaitingItem }));
const LoadedText = lazyPart(async () => ({ default: (await import('./waiting-text.tsx')).WaitingText }));

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
