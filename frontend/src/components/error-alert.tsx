/** The server's message of a failed call, in place and dismissible (docs/product.md, "Errors on screens"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { CircleAlert, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../platform/http/api.ts';

interface Props {
  /** Nothing is shown without an error. A new error is shown although an earlier one was dismissed. */
  error: ApiError | null | undefined;
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
  children?: ReactNode;
}

export function ErrorAlert({ error, onRetry, onDismiss, children }: Props) {
  const [dismissed, setDismissed] = useState<ApiError>();
  if (!error || dismissed === error) return null;
  return (
    <Box
      role="alert"
      display="flex"
      alignItems="flex-start"
      gap="3"
      paddingBlock="2"
      paddingInline="3"
      bg="bg.error"
      color="fg.error"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="l2"
      css={{ '& > svg': { flexShrink: 0, marginBlockStart: '2px' } }}
    >
      <CircleAlert size={18} aria-hidden />
      <Box flex="1" dir="auto" overflowWrap="anywhere">
        {error.message}
        {children}
      </Box>
      {onRetry && (
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      )}
      <Button
        size="xs"
        variant="plain"
        color="fg.error"
        aria-label="Dismiss"
        height="6"
        minW="6"
        paddingInline="0"
        onClick={() => {
          setDismissed(error);
          onDismiss?.();
        }}
      >
        <X size={16} aria-hidden />
      </Button>
    </Box>
  );
}
