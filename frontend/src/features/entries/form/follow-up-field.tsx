import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { isNoError } from 'command-api/domain/values/codes';
import { memo, type RefObject } from 'react';
import { shortcuts, shortcutText } from '../../../platform/keyboard/shortcuts.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import type { EntryDraft } from '../entry-draft.ts';
import { entryText } from '../messages.ts';

interface Props extends Pick<EntryDraft, 'errType' | 'followUpDate'> {
  ref: RefObject<HTMLInputElement | null>;
  /** Why the server refused the date. */
  refused: string | undefined;
  disabled: boolean;
  onChange: (patch: Partial<EntryDraft>) => void;
}

/** After the note, so that the way by keyboard from drug to Ctrl+Enter does not pass it. It has its own shortcut. */
export const FollowUpField = memo(function FollowUpField({
  ref,
  errType,
  followUpDate,
  refused,
  disabled,
  onChange,
}: Props) {
  return (
    <Box gridColumn="1 / -1">
      <FormField
        label={
          <>
            {entryText.followUp}
            <Box as="kbd" hideBelow="md">
              {shortcutText(shortcuts.followUp)}
            </Box>
          </>
        }
        error={refused}
        hint={entryText.followUpHint}
        disabled={disabled || isNoError(errType)}
      >
        <Input
          ref={ref}
          type="date"
          size="sm"
          maxW="16rem"
          value={followUpDate ?? ''}
          onChange={(event) => onChange({ followUpDate: event.target.value || null })}
        />
      </FormField>
    </Box>
  );
});
