import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { plainLineOf } from '../../platform/text/plain-text.ts';
import { ownTemplatesQuery, sharedTemplatesQuery } from './api.ts';
import { useTemplateFilling } from './use-template-filling.ts';

/** More than two would push the note's buttons out of reach of the thumb. The dialog has all of them. */
const SHOWN = 2;

interface Props {
  /** The entry's trade label. */
  drug: { id: string; label: string };
  /** The id of its error type. */
  type: string;
  /** With the PCNE codes that it brings. */
  onTake: (html: string, pcne: readonly string[]) => void;
}

/**
 * The first templates of a drug and an error type, each taken by one press on a touch screen. They are read on every
 * screen: the dialog shows them at once then.
 */
export function QuickTemplates({ drug, type, onTake }: Props) {
  const t = useTranslation();
  const own = useQuery(ownTemplatesQuery()).data ?? [];
  const shared = useQuery(sharedTemplatesQuery(drug.id, type)).data ?? [];
  const { fill } = useTemplateFilling(drug);
  const offers = [
    ...own
      .filter(
        ({ errType, errDrugTradeId }) =>
          errType === type && drugOfTradeLabel(errDrugTradeId) === drugOfTradeLabel(drug.id),
      )
      .map(({ _id, errNote, pcne = [] }) => ({ id: _id, html: fill(errNote), isAdult: undefined, pcne })),
    ...shared.map(({ idx, label, isAdult, pcne = [] }) => ({ id: `shared-${idx}`, html: fill(label), isAdult, pcne })),
  ].slice(0, SHOWN);
  if (offers.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t('templates.quick')}
      gap="1"
      marginBlockStart="1.5"
      css={{ display: 'none', [touch]: { display: 'grid' } }}
    >
      {offers.map(({ id, html, isAdult, pcne }) => (
        <Button
          key={id}
          variant="outline"
          size="xs"
          justifyContent="flex-start"
          height="auto"
          paddingBlock="1.5"
          fontWeight="normal"
          textAlign="start"
          onClick={() => onTake(html, pcne)}
        >
          {isAdult === undefined ? null : (
            <Badge size="sm" colorPalette={isAdult ? 'gray' : 'amber'}>
              {isAdult ? t('templates.adult') : t('templates.child')}
            </Badge>
          )}
          <Box as="span" minWidth="0" whiteSpace="normal" lineClamp={2}>
            <ClinicalName>{plainLineOf(html)}</ClinicalName>
          </Box>
        </Button>
      ))}
    </Box>
  );
}
