import { Box } from '@chakra-ui/react/box';
import type { Sponsor } from 'command-api/contract/entities';
import { coursesText as text } from './messages.ts';

/** Names only: the pages load no pictures from other servers. */
export function Sponsors({ sponsors }: { sponsors: readonly Sponsor[] }) {
  if (sponsors.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="sponsors-title">
      <Box as="h2" id="sponsors-title" fontSize="xs" fontWeight="semibold" color="fg.muted">
        {text.sponsors}
      </Box>
      <Box
        as="ul"
        listStyle="none"
        display="flex"
        flexWrap="wrap"
        columnGap="5"
        rowGap="1"
        fontWeight="semibold"
        css={{ '& a': { color: 'brand.fg', textDecoration: 'underline' } }}
      >
        {sponsors.map(({ _id, name, link }) => (
          <li key={_id}>
            {link === '' ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={link} target="_blank" rel="noopener noreferrer">
                <bdi>{name}</bdi>
              </a>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
