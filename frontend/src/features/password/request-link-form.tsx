/** Requests a link by mail. The answer does not reveal which accounts exist (docs/product.md, "Mailed links"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Stack } from '@chakra-ui/react/stack';
import { limits } from 'command-api/domain/values/codes';
import { MailCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useCommand } from '../../sync/cache/query-client.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { requestPasswordLink } from './api.ts';
import { passwordText as text } from './messages.ts';

export function RequestLinkForm() {
  const [email, setEmail] = useState('');
  const request = useCommand(requestPasswordLink);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!request.isPending) request.mutate({ body: { email: email.trim().toLowerCase(), forgetPW: true } });
  };
  const refused = useRefusedFields(request.error, { email });
  return (
    <form aria-label={text.askTitle} onSubmit={submit}>
      <Stack gap="4">
        <ErrorAlert error={refused.error} />
        <FormField label={text.email} required error={refused.fields['email']}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            dir="ltr"
            maxLength={limits.email}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </FormField>
        <Button type="submit" loading={request.isPending} width="100%">
          {text.ask}
        </Button>
        <Box
          role="status"
          display="flex"
          gap="2"
          color="brand.fg"
          css={{ '& svg': { flexShrink: 0, marginBlockStart: '2px' } }}
        >
          {request.data && (
            <>
              <MailCheck size={18} aria-hidden />
              {request.data.message}
            </>
          )}
        </Box>
      </Stack>
    </form>
  );
}
