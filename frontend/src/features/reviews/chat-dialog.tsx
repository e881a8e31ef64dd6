import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Textarea } from '@chakra-ui/react/textarea';
import type { AdmissionDetails, Review } from 'command-api/contract/entities';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../platform/browser/clipboard.ts';
import { isolatedText, withoutIsolates } from '../../platform/text/isolated-text.ts';
import { useCommand } from '../../sync/cache/query-client.ts';
import { recordChatAsked } from '../../sync/record-access.ts';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { bareChat, chatLink, promptOf } from './chat-prompt.ts';
import { reviewText } from './messages.ts';

interface Props {
  chatUrl: string;
  admission: AdmissionDetails;
  reviews: readonly Review[];
  open: boolean;
  onClose: () => void;
}

/**
 * Clinical text leaves the house only after somebody has seen exactly what goes, and that it went is in the access log
 * (decisions, trap 7).
 */
export default function ChatDialog({ open, onClose, ...asked }: Props) {
  return (
    <Sheet open={open} onClose={onClose}>
      <Preview {...asked} onClose={onClose} />
    </Sheet>
  );
}

function Preview({ chatUrl, admission, reviews, onClose }: Omit<Props, 'open'>) {
  const { ask } = reviewText;
  // A text field takes no elements: what is seen has isolates in it, and what goes has none.
  const [shown, setShown] = useState(() => isolatedText(promptOf(admission, reviews)));
  const prompt = withoutIsolates(shown);
  const [mustCopyByHand, setMustCopyByHand] = useState(false);
  const record = useCommand(recordChatAsked);
  const link = chatLink(chatUrl, prompt);
  const target = link ?? bareChat(chatUrl);

  /**
   * Once a preview: whoever copies the text and then opens the chat has asked once.
   * @returns whether it is in the access log
   */
  const recorded = async (): Promise<boolean> => {
    if (record.isSuccess) return true;
    return record
      .mutateAsync({ params: { id: admission._id }, team: admission.team, body: { reviews: reviews.length } })
      .then(
        () => true,
        () => false,
      );
  };
  const go = async () => {
    // Opened within the click: what opens later is taken for an advertisement. It stays empty until the record is
    // there.
    const chat = window.open('about:blank', '_blank');
    if (!(await recorded())) return chat?.close();
    // Where the browser lets nothing be opened, the link stands in the place of the button now.
    if (!chat) return undefined;
    chat.opener = null;
    chat.location.replace(target);
    return onClose();
  };
  const copy = async () => {
    if (!(await recorded())) return;
    const copied = await copyText(prompt);
    setMustCopyByHand(!copied);
    if (copied) notify.saved(ask.copied);
  };
  const words = (
    <>
      {link === undefined ? ask.goEmpty : ask.go}
      <ExternalLink size={15} aria-hidden />
    </>
  );
  return (
    <>
      <Dialog.Header>
        <Dialog.Title>{ask.title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body display="grid" gap="3">
        <Dialog.Description
          bg="amber.subtle"
          color="fg"
          borderWidth="1px"
          borderColor="amber.border"
          borderRadius="l2"
          padding="3"
        >
          {ask.warning(new URL(chatUrl).host)}
        </Dialog.Description>
        <FormField label={ask.text}>
          <Textarea
            dir="auto"
            rows={14}
            fontSize="sm"
            value={shown}
            onChange={(event) => setShown(event.target.value)}
          />
        </FormField>
        {link === undefined ? (
          <Box role="status" fontSize="sm">
            {ask.tooLong}
          </Box>
        ) : null}
        {mustCopyByHand ? (
          <Box role="alert" fontSize="sm">
            {ask.notCopied}
          </Box>
        ) : null}
        {record.error ? (
          <Box>
            <Box fontWeight="semibold" marginBlockEnd="1">
              {ask.notRecorded}
            </Box>
            <ErrorAlert error={record.error} />
          </Box>
        ) : null}
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button variant="ghost" onClick={onClose}>
          {ask.cancel}
        </Button>
        <Button variant="outline" disabled={record.isPending} onClick={() => void copy()}>
          {ask.copy}
        </Button>
        {record.isSuccess ? (
          <Button asChild>
            <a href={target} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {words}
            </a>
          </Button>
        ) : (
          <Button loading={record.isPending} onClick={() => void go()}>
            {words}
          </Button>
        )}
      </Dialog.Footer>
    </>
  );
}
