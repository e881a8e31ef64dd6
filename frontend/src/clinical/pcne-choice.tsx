/** PCNE codes (docs/product.md, "Classification"): the chosen ones, each with a button to remove it, and a list to add from. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { inPcneOrder, type PcneCode, pcneCodes } from 'language/domain/values/pcne';
import { X } from 'lucide-react';
import { FormField } from '../components/forms/form-field.tsx';
import { ClinicalName } from '../components/text/clinical-text.tsx';
import { formatList } from '../platform/language/format.ts';
import { Select } from '../components/forms/select.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { pcneText } from './code-labels.ts';

/** The codes that a template brings, with their wording. */
export const PcneCodes = ({ codes = [] }: { codes?: readonly string[] | undefined }) =>
  codes.length === 0 ? null : (
    <Box as="span" display="block" fontSize="xs" color="fg.muted">
      <ClinicalName>{formatList(codes.map(pcneText))}</ClinicalName>
    </Box>
  );

export function PcneChoice({
  codes,
  disabled = false,
  onChange,
}: {
  codes: readonly string[];
  disabled?: boolean;
  onChange: (codes: PcneCode[]) => void;
}) {
  const t = useTranslation();
  return (
    <Box display="grid" gap="1.5">
      <FormField label={t('pcne.title')} hint={t('pcne.hint')} disabled={disabled}>
        <Select
          size="sm"
          disabled={disabled}
          value=""
          none={t('pcne.add')}
          options={pcneCodes.filter((code) => !codes.includes(code)).map((code) => [code, pcneText(code)])}
          onChange={(code) => onChange(inPcneOrder([...codes, code]))}
        />
      </FormField>
      <Box display="flex" flexWrap="wrap" gap="1">
        {codes.map((code) => (
          <Button
            key={code}
            type="button"
            size="xs"
            variant="outline"
            height="auto"
            minHeight="7"
            maxWidth="100%"
            flexShrink="1"
            whiteSpace="normal"
            textAlign="start"
            disabled={disabled}
            aria-label={t('pcne.remove', { code: pcneText(code) })}
            onClick={() => onChange(inPcneOrder(codes.filter((one) => one !== code)))}
          >
            <span>{pcneText(code)}</span>
            <X size={12} aria-hidden />
          </Button>
        ))}
      </Box>
    </Box>
  );
}
