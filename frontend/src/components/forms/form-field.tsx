/** A labelled control with its error or hint below. The control gets its id here: an id of its own breaks the label. */
import { Field } from '@chakra-ui/react/field';
import type { ReactNode } from 'react';
import { Box } from '@chakra-ui/react/box';

interface Props {
  label: ReactNode;
  children: ReactNode;
  error?: ReactNode;
  hint?: ReactNode;
  /** Buttons in the line of the error or hint. */
  actions?: ReactNode;
  /** The label is for assistive technology only. */
  isLabelHidden?: boolean;
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
  actions,
  isLabelHidden = false,
  required = false,
  disabled = false,
  readOnly = false,
}: Props) {
  const text =
    error !== undefined ? (
      <Field.ErrorText>{error}</Field.ErrorText>
    ) : (
      hint !== undefined && <Field.HelperText>{hint}</Field.HelperText>
    );
  return (
    <Field.Root invalid={error !== undefined} required={required} disabled={disabled} readOnly={readOnly}>
      <Field.Label srOnly={isLabelHidden}>
        {label}
        {required && <Field.RequiredIndicator />}
      </Field.Label>
      {children}
      {actions === undefined ? (
        text
      ) : (
        <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" width="100%">
          {text}
          {actions}
        </Box>
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
