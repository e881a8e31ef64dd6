/** Styles of a review's row of buttons. The placeholder that is shown while they load has the same height. */
import { touch } from '../../components/theme/system.ts';

export const reviewActionsStyle = {
  borderTopWidth: '1px',
  borderColor: 'border.muted',
  marginBlockStart: '3',
  paddingBlockStart: '2',
  minHeight: 'calc({sizes.8} + {spacing.2} + 1px)',
  [touch]: { minHeight: 'calc({sizes.11} + {spacing.2} + 1px)' },
};
