import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { UserErrorTemplate } from 'command-api/contract/profiles';
import { errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { drugOfTemplatesQuery } from './api.ts';
import { templatesText as text } from './messages.ts';

interface Props {
  trade: { id: string };
  /** The person's own templates of this drug, for all types. */
  own: readonly UserErrorTemplate[];
  /** Id of the type whose templates are shown. */
  shown: string;
  onType: (type: { id: string; label: string }) => void;
}

/** The other error types for which a drug has templates, with their numbers. Most pairs of drug and type have none. */
export function OtherTypes({ trade, own, shown, onType }: Props) {
  const drug = useQuery(drugOfTemplatesQuery(trade.id)).data;
  const types = useQuery(errorTypesQuery()).data;
  if (!drug || !types) return null;
  const counts = new Map<string, number>();
  for (const { errType } of [...drug.errTemps, ...own]) counts.set(errType, (counts.get(errType) ?? 0) + 1);
  const isShownEmpty = !counts.has(shown);
  // In the catalogue's order. A type that is no longer in the catalogue cannot be chosen.
  const others = types.filter(({ _id }) => _id !== shown && counts.has(_id));
  if (others.length === 0)
    return isShownEmpty ? (
      <Box role="note" fontSize="sm" color="fg.muted" marginBlockEnd="4">
        <bdi>{text.noneAtAll(drug.label)}</bdi>
      </Box>
    ) : null;
  const title = isShownEmpty ? text.hasFor(drug.label) : text.alsoFor(drug.label);
  return (
    <Box as="section" aria-label={title} marginBlockEnd="4">
      <Box as="h3" fontSize="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1.5">
        <bdi>{title}</bdi>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        {others.map(({ _id, label }) => (
          <Button
            key={_id}
            size="xs"
            variant="outline"
            colorPalette="gray"
            height="auto"
            minHeight="8"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => onType({ id: _id, label })}
          >
            <bdi>{text.typeWith(label, counts.get(_id) ?? 0)}</bdi>
          </Button>
        ))}
      </Box>
    </Box>
  );
}
