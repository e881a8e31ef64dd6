import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UserErrorTemplate } from 'language/contract/profiles';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { PcneCodes } from '../../clinical/pcne-choice.tsx';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { drugOfLabelQuery, errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** A template in the list. */
export interface TemplateOffer {
  id: string;
  html: string;
  /** Its plain text, which the list shows and the filter searches. */
  words: string;
  /** The PCNE codes that it brings. */
  pcne: readonly string[];
  isAdult?: boolean;
  onDelete?: () => void;
}

const listStyle = {
  display: 'grid',
  gap: '1',
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'stretch', gap: '1' },
  '& [data-take]': {
    flex: '1',
    minWidth: 0,
    minHeight: '44px',
    textAlign: 'start',
    paddingInline: '3',
    paddingBlock: '2',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'border',
    bg: 'bg.panel',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    _hover: { bg: 'brand.subtle', borderColor: 'brand.solid' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-1px', bg: 'brand.subtle' },
  },
  '& [data-take][data-next=true]': { borderColor: 'brand.solid', boxShadow: 'inset 3px 0 0 {colors.brand.solid}' },
};

interface TemplateListProps {
  title: string;
  offers: readonly TemplateOffer[];
  /** Id of the template that Enter in the filter copies. */
  next: string | undefined;
  /** Shown if there are no offers. */
  none: ReactNode;
  onTake: (html: string, pcne: readonly string[]) => void;
}

export function TemplateList({ title, offers, next, none, onTake }: TemplateListProps) {
  const t = useTranslation();
  return (
    <Box as="section" aria-label={title} marginBlockEnd="4">
      <Box as="h3" fontSize="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1.5">
        {title}
      </Box>
      {offers.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          {none}
        </Box>
      ) : (
        <Box as="ul" css={listStyle}>
          {offers.map(({ id, html, words, pcne, isAdult, onDelete }) => (
            <li key={id}>
              <button type="button" data-take data-next={id === next} onClick={() => onTake(html, pcne)}>
                {isAdult === undefined ? null : (
                  <Badge size="sm" marginInlineEnd="2" colorPalette={isAdult ? 'gray' : 'amber'}>
                    {isAdult ? t('templates.adult') : t('templates.child')}
                  </Badge>
                )}
                <ClinicalName>{words}</ClinicalName>
                <PcneCodes codes={pcne} />
              </button>
              {onDelete ? (
                <IconButton
                  size="sm"
                  variant="ghost"
                  colorPalette="gray"
                  aria-label={t('templates.remove', { text: words })}
                  onClick={onDelete}
                >
                  <Trash2 size={15} aria-hidden />
                </IconButton>
              ) : null}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

interface OtherTypesProps {
  trade: { id: string };
  /** The person's own templates of this drug, for all types. */
  own: readonly UserErrorTemplate[];
  /** Id of the type whose templates are shown. */
  shown: string;
  onType: (type: { id: string; label: string }) => void;
}

/** The other error types for which a drug has templates, with their numbers. Most pairs of drug and type have none. */
export function OtherTypes({ trade, own, shown, onType }: OtherTypesProps) {
  const t = useTranslation();
  const drug = useQuery(drugOfLabelQuery(trade.id)).data;
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
        <bdi>{t('templates.noneAtAll', { drug: drug.label })}</bdi>
      </Box>
    ) : null;
  const title = isShownEmpty
    ? t('templates.hasFor', { drug: drug.label })
    : t('templates.alsoFor', { drug: drug.label });
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
            <bdi>{t('templates.typeWith', { type: errorTypeLabel(_id, label), count: counts.get(_id) ?? 0 })}</bdi>
          </Button>
        ))}
      </Box>
    </Box>
  );
}
