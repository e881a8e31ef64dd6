/** Working diagnosis, consultant and planned discharge on paper, where they are known. */
import { Fact } from '../components/print-sheet.tsx';
import { knownCare } from './care-details.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

export function CareFacts({ care }: { care: Parameters<typeof knownCare>[0] }) {
  const t = useTranslation();
  return knownCare(care).map((name) => (
    <Fact key={name} label={t(`care.${name}`)}>
      <bdi dir="auto">{care[name]}</bdi>
    </Fact>
  ));
}
