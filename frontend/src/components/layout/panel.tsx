/** The panel behind forms and lists. */
import { Box, type BoxProps } from '@chakra-ui/react/box';

export function Panel(props: BoxProps) {
  return <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" padding={{ base: '4', md: '5' }} {...props} />;
}
