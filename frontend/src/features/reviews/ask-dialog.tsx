import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Textarea } from '@chakra-ui/react/textarea';
import type { AdmissionDetails, Review } from 'command-api/contract/entities';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Sheet } from '../../ui/dialog-shell.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { notify } from '../../ui/toaster.tsx';
import { bareChat, chatLink, promptOf } from './ask-prompt.ts';
import { reviewText } from './messages.ts';

interface Props { chatUrl: string; admission: AdmissionDetails; reviews: readonly Review[]; open: boolean; onClose: () => void }

/** Clinical text leaves the house only after somebody has seen exactly what goes (decisions, trap 7). */
export default function AskDialog({ open, onClose, ...asked }: Props) {
  return (
    <Sheet open={open} onClose={onClose}><Preview {...asked} onClose={onClose} /></Sheet>
  );
}

function Preview({ chatUrl, admission, reviews, onClose }: Omit<Props, 'open'>) {
  const { ask } = reviewText;
  const [prompt, setPrompt] = useState(() => promptOf(admission, reviews));
  const link = chatLink(chatUrl, prompt);
  const copy = async () => {
    await navigator.clipboard.writeText(prompt);
    notify.saved(ask.copied);
  };
  return (
    <>
      <Dialog.Header><Dialog.Title>{ask.title}</Dialog.Title></Dialog.Header>
      <Dialog.Body display="grid" gap="3">
        <Dialog.Description bg="amber.subtle" color="fg" borderWidth="1px" borderColor="amber.border" borderRadius="l2" padding="3">{ask.warning(new URL(chatUrl).host)}</Dialog.Description>
        <FormField label={ask.text}><Textarea dir="auto" rows={14} fontSize="sm" value={prompt} onChange={(event) => setPrompt(event.target.value)} /></FormField>
        {link === undefined ? <Box role="status" fontSize="sm">{ask.tooLong}</Box> : null}
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button variant="ghost" onClick={onClose}>{ask.cancel}</Button>
        <Button variant="outline" onClick={() => void copy()}>{ask.copy}</Button>
        <Button asChild><a href={link ?? bareChat(chatUrl)} target="_blank" rel="noopener noreferrer" onClick={onClose}>{link === undefined ? ask.goEmpty : ask.go}<ExternalLink size={15} aria-hidden /></a></Button>
      </Dialog.Footer>
    </>
  );
}
