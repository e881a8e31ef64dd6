import { Button } from '@chakra-ui/react/button';
import { MessageCircle } from 'lucide-react';
import { messageLink } from '../platform/text/phone.ts';

/** A message to a teammate about what they wrote; nothing when they gave no number. */
export function ContactLink({ phone, name }: { phone: string; name: string }) {
  const href = messageLink(phone);
  if (href === undefined) return null;
  return (
    <Button asChild size="xs" variant="ghost" maxWidth="100%" whiteSpace="normal" data-print="hide">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <MessageCircle size={14} aria-hidden />
        Contact <bdi>{name}</bdi>
      </a>
    </Button>
  );
}
