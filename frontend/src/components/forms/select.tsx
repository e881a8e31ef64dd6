import { NativeSelect } from '@chakra-ui/react/native-select';
import type { ReactNode } from 'react';

interface Props extends Omit<NativeSelect.FieldProps, 'value' | 'onChange' | 'size' | 'width' | 'maxWidth'> {
  value: string;
  onChange: (value: string) => void;
  /** Each value with its words. */
  options?: readonly (readonly [value: string | number, words: ReactNode])[];
  /** The words of the empty choice, which is the first one. */
  none?: string;
  /** The empty choice cannot be chosen again. */
  isNoneDisabled?: boolean;
  size?: NativeSelect.RootProps['size'];
  width?: NativeSelect.RootProps['width'];
  maxWidth?: NativeSelect.RootProps['maxWidth'];
  disabled?: boolean;
  /** Further choices. */
  children?: ReactNode;
}

/** The browser's own list of choices. Inside a `FormField` it is labelled by it. */
export function Select({
  value,
  onChange,
  options = [],
  none,
  isNoneDisabled = false,
  size,
  width,
  maxWidth,
  disabled,
  children,
  ...field
}: Props) {
  return (
    <NativeSelect.Root size={size} width={width} maxWidth={maxWidth} disabled={disabled}>
      <NativeSelect.Field {...field} value={value} onChange={(event) => onChange(event.target.value)}>
        {none === undefined ? null : (
          <option value="" disabled={isNoneDisabled}>
            {none}
          </option>
        )}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
        {children}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
