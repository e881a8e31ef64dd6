import { Box } from '@chakra-ui/react/box';
import type { DrugErr, Review, Team } from 'language/contract/entities';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { personName } from '../../platform/text/names.ts';

interface Props {
  entry: DrugErr;
  author: Review['userId'];
  team: Team | undefined;
}

/** Says in the chart who has taken an entry over (docs/product.md, "Handover"). */
export function TakenOver({ entry: { responsible }, author, team }: Props) {
  const t = useTranslation();
  if (responsible === undefined || responsible === author || !team) return null;
  const member = team.members.find(({ userId }) => userId === responsible);
  const name = member ? personName(member) || member.user : t('people.unknown');
  return (
    <Box flexBasis="100%" order="1" minWidth="0" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
      <ClinicalText>{t('handover.takenOverBy', { name })}</ClinicalText>
    </Box>
  );
}
