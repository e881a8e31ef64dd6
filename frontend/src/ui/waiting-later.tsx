/** How what waits is shown in its place: fetched when something does. */
import { lazy, type ComponentProps } from 'react';
import { Part } from './part.tsx';
import type { WaitingItem as Item } from './waiting-item.tsx';
import type { WaitingText as Text } from './waiting-text.tsx';

const LoadedItem = lazy(async () => ({ default: (await import('./waiting-item.tsx')).WaitingItem }));
const LoadedText = lazy(async () => ({ default: (await import('./waiting-text.tsx')).WaitingText }));

export const WaitingItem = (props: ComponentProps<typeof Item>) => <Part><LoadedItem {...props} /></Part>;
export const WaitingText = (props: ComponentProps<typeof Text>) => <Part><LoadedText {...props} /></Part>;
