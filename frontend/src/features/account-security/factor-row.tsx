/** A part of the section of second factors, and a row of a factor with its times. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useState, type ReactNode } from 'react';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatInstant, formatTimeAgo } from '../../platform/time/instants.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function FactorPart({
  id,
  title,
  hint,
  children,
}: {
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}) {
  return (
    <Box as="section" aria-labelledby={id} display="grid" gap="3">
      <div>
        <Box as="h3" id={id} fontSize="sm" fontWeight="semibold">
          {title}
        </Box>
        <Box color="fg.muted" fontSize="sm">
          {hint}
        </Box>
      </div>
      {children}
    </Box>
  );
}

interface RowProps {
  name: string;
  addedAt: string;
  usedAt: string | null;
  removeLabel: string;
  isRemoving: boolean;
  onRemove: () => void;
}

export function FactorRow({ name, addedAt, usedAt, removeLabel, isRemoving, onRemove }: RowProps) {
  const t = useTranslation();
  const [now] = useState(() => new Date());
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr) auto" alignItems="center" columnGap="4">
      <div>
        <Box fontWeight="semibold" overflowWrap="anywhere">
          <bdi>{name}</bdi>
        </Box>
        <Box className="tabular" color="fg.muted" fontSize="xs">
          {t('factors.added')}{' '}
          <time dateTime={addedAt}>
            <ClinicalText>{formatInstant(addedAt)}</ClinicalText>
          </time>
          {' · '}
          {usedAt === null ? (
            t('factors.neverUsed')
          ) : (
            <>
              {t('factors.used')} <time dateTime={usedAt}>{formatTimeAgo(usedAt, now)}</time>
            </>
          )}
        </Box>
      </div>
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        minH={{ base: '44px', lg: '32px' }}
        aria-label={removeLabel}
        loading={isRemoving}
        onClick={onRemove}
      >
        {t('factors.remove')}
      </Button>
    </Box>
  );
}
