/** A labelled control with its error or hint below. The control gets its id here: an id of its own breaks the label. */
import { Field } from '@chakra-ui/react/field';
import type { ReactNode } from 'react';
import { Box } from '@chakra-ui/react/box';

interface Props {
  label: ReactNode;
  children: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /**
   * Marks the label, and the browser refuses to send the form while the control is empty. If the form checks it itself,
   * give the control `checkedByForm`.
   */
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
}

/**
 * For a required control whose error the form shows itself: without this the browser's message comes first. Assistive
 * technology still announces it as required.
 */
export const checkedByForm = { required: false, 'aria-required': true } as const;

export function FormField({
  label,
  children,
  error,
  hint,
  required = false,
  disabled = false,
  readOnly = false,
}: Props) {
  return (
    <Field.Root invalid={error !== undefined} required={required} disabled={disabled} readOnly={readOnly}>
      <Field.Label>
        {label}
        {required && <Field.RequiredIndicator />}
      </Field.Label>
      {children}
      {error !== undefined ? (
        <Field.ErrorText>{error}</Field.ErrorText>
      ) : (
        hint !== undefined && <Field.HelperText>{hint}</Field.HelperText>
      )}
    </Field.Root>
  );
}

/** In the label of a required field. Assistive technology gets it from the control. */
export const RequiredMark = () => (
  <Box as="span" aria-hidden color="fg.error" marginInlineStart="1">
    *
  </Box>
);
