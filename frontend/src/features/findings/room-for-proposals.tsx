/** The room of proposals whose code or data come later than the chart (docs/decisions/browser/steady-screens.md). */
import { Box } from '@chakra-ui/react/box';
import { touch } from '../../components/theme/system.ts';

export const RoomForCounter = () => <Box as="span" flex="none" width="11" />;
/** The room of the section's head. */
export const RoomForHead = () => <Box css={{ minHeight: '32px', [touch]: { minHeight: '44px' } }} marginBlockEnd="3" />;
