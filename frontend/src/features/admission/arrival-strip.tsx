import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { X } from 'lucide-react';
import type { ArrivalNews } from './arrival-news.ts';
import { admissionText as text } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

/**
 * Says at the foot of the screen who added what, with a button that leads there. The live region for screen readers is
 * in the patient chart.
 */
export function ArrivalStrip({
  news,
  onShow,
  onDismiss,
}: {
  news: ArrivalNews;
  onShow: (news: ArrivalNews) => void;
  onDismiss: () => void;
}) {
  return (
    <Box position="sticky" insetBlockEnd="3" zIndex="docked" pointerEvents="none" data-print="hide">
      <Box
        pointerEvents="auto"
        width="fit-content"
        maxWidth="100%"
        marginInline="auto"
        display="flex"
        alignItems="center"
        gap="2"
        bg="fg"
        color="bg"
        borderRadius="l2"
        boxShadow="md"
        paddingInlineStart="4"
        paddingInlineEnd="1"
        paddingBlock="1"
        fontSize="sm"
      >
        <span dir="auto">
          <ClinicalText>{news.text}</ClinicalText>
        </span>
        <Button size="xs" variant="plain" color="inherit" textDecoration="underline" onClick={() => onShow(news)}>
          {text.show}
        </Button>
        <Button
          size="xs"
          variant="plain"
          color="inherit"
          aria-label={text.dismiss}
          paddingInline="1"
          onClick={onDismiss}
        >
          <X size={15} aria-hidden />
        </Button>
      </Box>
    </Box>
  );
}
