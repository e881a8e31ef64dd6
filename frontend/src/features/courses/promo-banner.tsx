import { Box } from '@chakra-ui/react/box';
import type { Sponsor } from 'command-api/contract/entities';
import { ExternalLink } from 'lucide-react';
import { isPlaceholder } from '../../platform/browser/video.ts';
import { coursesText as text } from './messages.ts';

const bannerStyle = {
  borderRadius: 'l3',
  color: 'teal.50',
  paddingInline: { base: '5', md: '9' },
  paddingBlock: { base: '7', md: '10' },
  marginBlockEnd: '5',
  backgroundImage:
    'radial-gradient(circle at 85% 15%, {colors.teal.600}, transparent 55%), ' +
    'linear-gradient(120deg, {colors.teal.950}, {colors.teal.800})',
  '& small': {
    display: 'inline-block',
    bg: 'amber.300',
    color: 'teal.950',
    fontWeight: 'bold',
    fontSize: 'xs',
    borderRadius: 'full',
    paddingInline: '3',
    paddingBlock: '1',
  },
  '& strong': {
    display: 'block',
    fontSize: { base: '2xl', md: '3xl' },
    lineHeight: '1.2',
    letterSpacing: '-0.02em',
    marginBlockStart: '4',
    marginBlockEnd: '2',
    textWrap: 'balance',
  },
  '& p': { maxWidth: '56ch', color: 'teal.100' },
  '& p + p': { marginBlockStart: '4', fontSize: 'sm' },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '6',
    color: 'amber.300',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
  '& a:focus-visible': { outline: '2px solid {colors.amber.300}', outlineOffset: '2px' },
};

/** @param workshop the external paid workshop, if the installation names one */
export function PromoBanner({ workshop }: { workshop: Sponsor | undefined }) {
  return (
    <Box as="section" css={bannerStyle}>
      <small>{text.promo.eyebrow}</small>
      <strong>{text.promo.title}</strong>
      <p>{text.promo.body}</p>
      {workshop ? (
        <p>
          {text.promo.workshop}{' '}
          {workshop.link === '' || isPlaceholder(workshop.link) ? (
            <>
              <bdi>{workshop.name}</bdi>, {text.promo.workshopSoon}
            </>
          ) : (
            <a href={workshop.link} target="_blank" rel="noopener noreferrer">
              <bdi>{workshop.name}</bdi>
              <ExternalLink size={14} aria-hidden />
            </a>
          )}
        </p>
      ) : null}
    </Box>
  );
}
