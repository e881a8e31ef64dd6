/** Adds a registered person to the team by e-mail (docs/product.md, "Members"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { Team } from 'command-api/contract/entities';
import { limits } from 'command-api/domain/values/codes';
import { useState, type FormEvent } from 'react';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { addMember } from './api.ts';
import { teamsText as text } from './messages.ts';

export function AddMember({ team }: { team: Team }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useCommand(addMember, {
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKeys.team(team._id), answer);
      setEmail('');
      notify.saved(text.added);
    },
  });
  useUnsaved(email.trim() === '' ? undefined : `${text.addMember}: ${email}`);
  const refused = useRefusedFields(add.error, { email });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = email.trim().toLowerCase();
    const found =
      typed === ''
        ? text.emailRequired
        : team.members.some((member) => member.user === typed)
          ? text.alreadyAdded
          : undefined;
    setProblem(found);
    if (found === undefined && !add.isPending)
      add.mutate({ params: { id: team._id }, team: team._id, body: { email: typed } });
  };
  return (
    <form aria-label={text.addMember} onSubmit={submit} noValidate>
      <ErrorAlert error={refused.error} />
      <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-start" marginBlockStart="2">
        <Box flex="1" minW="220px">
          <FormField label={text.memberEmail} required error={problem ?? refused.fields['email']}>
            <Input
              type="email"
              dir="ltr"
              autoComplete="off"
              maxLength={limits.email}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setProblem(undefined);
              }}
            />
          </FormField>
        </Box>
        <Button type="submit" loading={add.isPending} marginBlockStart={{ base: 0, sm: '5' }}>
          {text.addMember}
        </Button>
      </Box>
    </form>
  );
}
