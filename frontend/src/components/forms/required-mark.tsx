import { Box } from '@chakra-ui/react/box';

/** In the label of a required field. Assistive technology gets it from the control. */
export const RequiredMark = () => (
  <Box as="span" aria-hidden color="fg.error" marginInlineStart="1">
    *
  </Box>
);
