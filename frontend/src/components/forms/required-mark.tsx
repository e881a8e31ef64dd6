import { Box } from '@chakra-ui/react/box';

/** In the label of a field without which its form is refused. Assistive technology is told by the control. */
export const RequiredMark = () => (
  <Box as="span" aria-hidden color="fg.error" marginInlineStart="1">
    *
  </Box>
);
