/**
 * A labelled control with its error or hint below it. The control takes its id from here: give it none of its own, that
 * would break the label.
 */
import { Field } from '@chakra-ui/react/field';
import type { ReactNode } from 'react';

interface Props {
  label: ReactNode;
  children: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /**
   * Its label carries the mark, and the browser refuses to send the form without it; where the form says so itself, the
   * control is `checkedByForm`.
   */
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
}

/**
 * For the control of a required field whose own sentence the form shows: the browser's would come first. Assistive
 * technology is told all the same.
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
