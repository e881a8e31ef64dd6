/** A person's patients and reviews, as two counters. */
import { Box } from '@chakra-ui/react/box';
import type { PublicProfile } from 'command-api/contract/profiles';
import { Counter } from '../../components/counter.tsx';
import { profileText as text } from './messages.ts';

export function ProfileCounts({
  profile: { patients, reviews },
}: {
  profile: Pick<PublicProfile, 'patients' | 'reviews'>;
}) {
  return (
    <Box display="flex" flexWrap="wrap" gap="6">
      <Counter value={patients} label={text.patients} />
      <Counter value={reviews} label={text.reviews} />
    </Box>
  );
}
