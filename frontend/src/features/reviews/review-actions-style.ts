/** Around what can be done with a review, and in its place until that is loaded: what stands below keeps its place. */
import { touch } from '../../components/theme/system.ts';

export const reviewActionsStyle = {
  borderTopWidth: '1px',
  borderColor: 'border.muted',
  marginBlockStart: '3',
  paddingBlockStart: '2',
  minHeight: 'calc({sizes.8} + {spacing.2} + 1px)',
  [touch]: { minHeight: 'calc({sizes.11} + {spacing.2} + 1px)' },
};
