import { toAsciiDigits } from 'language/domain/values/calendar-date';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { MessageCircle } from 'lucide-react';
import { RichMessage } from '../components/text/rich-message.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';

/**
 * `https://wa.me/201001234567`; undefined without a number. Egyptian numbers begin with 0, so +2 before them completes
 * the country code (docs/product.md, "Contact links"). A number with a country code keeps it.
 */
export function messageLink(phone: string): string | undefined {
  const typed = toAsciiDigits(phone.normalize('NFKC')).trim();
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  if (digits === '') return undefined;
  const international = /^(?:\+|00)/.test(typed) || /^20\d{10}$/.test(digits);
  return `https://wa.me/${international ? '' : '2'}${digits}`;
}

interface Props {
  phone: string;
  name: string;
  /** The name stands beside it: the link says "Contact", on a phone by its icon alone. */
  isShort?: boolean;
}

/** A link that opens a chat with a teammate; nothing if the teammate has no phone number. */
export function ContactLink({ phone, name, isShort = false }: Props) {
  const t = useTranslation();
  const href = messageLink(phone);
  if (href === undefined) return null;
  const shortProps = isShort ? { 'aria-label': t('contact.with', { name }), title: t('contact.with', { name }) } : {};
  return (
    <Button asChild size="xs" variant="ghost" maxWidth="100%" whiteSpace="normal" data-print="hide">
      <a href={href} target="_blank" rel="noopener noreferrer" {...shortProps}>
        <MessageCircle size={14} aria-hidden />
        {isShort ? (
          <Box as="span" hideBelow="md">
            {t('contact.short')}
          </Box>
        ) : (
          <RichMessage id="contact.with" elements={{ name: <bdi>{name}</bdi> }} />
        )}
      </a>
    </Button>
  );
}
