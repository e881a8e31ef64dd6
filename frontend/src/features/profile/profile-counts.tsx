/** A person's patients and reviews, as two counters. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useState } from 'react';
import type { PublicProfile } from 'language/contract/profiles';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const COUNT_MS = 900;
const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A number that counts up to its value. With reduced motion and for screen readers the value is there at once. */
function Counter({ value, label }: { value: number; label: string }) {
  const [counted, setCounted] = useState(0);
  const shown = isMotionReduced() ? value : counted;
  useEffect(() => {
    if (isMotionReduced()) return undefined;
    let frame = 0;
    let began: number | undefined;
    const step = (at: number): void => {
      began ??= at;
      const part = Math.min(1, (at - began) / COUNT_MS);
      setCounted(Math.round(value * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <Box minW="7rem">
      <Box fontSize="3xl" fontWeight="bold" lineHeight="1.2" className="tabular" color="brand.fg">
        <Box as="span" srOnly>
          {value}
        </Box>
        <span aria-hidden="true">{formatNumber(shown)}</span>
      </Box>
      <Box fontSize="xs" color="fg.muted">
        {label}
      </Box>
    </Box>
  );
}

export function ProfileCounts({
  profile: { patients, reviews },
}: {
  profile: Pick<PublicProfile, 'patients' | 'reviews'>;
}) {
  const t = useTranslation();
  return (
    <Box display="flex" flexWrap="wrap" gap="6">
      <Counter value={patients} label={t('profile.patients')} />
      <Counter value={reviews} label={t('profile.reviews')} />
    </Box>
  );
}
