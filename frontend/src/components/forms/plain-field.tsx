import { Box } from '@chakra-ui/react/box';
import { chakra, useRecipe } from '@chakra-ui/react/styled-system';
import { useId, type InputHTMLAttributes } from 'react';
import { RequiredMark } from './required-mark.tsx';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'color' | 'size' | 'height' | 'width'> {
  label: string;
  error?: string | undefined;
}

/**
 * A labelled text field as `FormField` shows it, without the library behind that (7 KB): for the first page, and
 * nowhere else.
 */
export function PlainField({ label, error, ...input }: Props) {
  const id = useId();
  const recipe = useRecipe({ key: 'input' });
  const errorId = `${id}-error`;
  return (
    <Box>
      <Box asChild display="block" color="fg.muted" fontWeight="semibold" textStyle="xs" marginBlockEnd="1">
        <label htmlFor={id}>
          {label}
          {input.required && <RequiredMark />}
        </label>
      </Box>
      <chakra.input
        css={recipe()}
        {...input}
        id={id}
        {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      {error !== undefined && (
        <Box id={errorId} color="fg.error" textStyle="xs" marginBlockStart="1">
          {error}
        </Box>
      )}
    </Box>
  );
}
