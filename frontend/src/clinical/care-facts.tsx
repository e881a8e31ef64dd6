/** Working diagnosis and consultant on paper, where they are known. */
import type { CareDetails } from 'language/contract/entities';
import { Fact } from '../components/print-sheet.tsx';
import { knownCare } from './care-details.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

export function CareFacts({ care }: { care: Pick<CareDetails, 'workingDiagnosis' | 'consultant'> }) {
  const t = useTranslation();
  return knownCare(care).map((name) => (
    <Fact key={name} label={t(`care.${name}`)}>
      <bdi dir="auto">{care[name]}</bdi>
    </Fact>
  ));
}
