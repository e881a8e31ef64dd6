/** The marks of error templates where templates are edited (docs/product.md, "Error templates"). */
import { Box } from '@chakra-ui/react/box';
import { templateMarks } from 'language/domain/checks/fill-template';
import { withoutPatientValues } from 'language/domain/checks/patient-values';
import { useMemo } from 'react';
import { RichText } from '../components/rich-text/rich-text.tsx';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { plainLineOf } from '../platform/text/plain-text.ts';

type Props = Omit<Parameters<typeof RichText>[0], 'insertions'> & {
  /** The text as it is now. */
  html: string;
};

/** The text of a template, with the marks in its toolbar. It warns about values of a patient, and forbids nothing. */
export function TemplateText({ html, ...field }: Props) {
  const t = useTranslation();
  const marks = useMemo(
    () => templateMarks.map((name) => ({ text: `{${name}}`, name: t(`templateMark.${name}`) })),
    [t],
  );
  const without = withoutPatientValues(html);
  return (
    <Box>
      <RichText {...field} insertions={marks} />
      <Box role="status" fontSize="xs" color="fg.muted" marginBlockStart="1">
        {without === html ? (
          t('templateMark.hint')
        ) : (
          <Box bg="amber.subtle" color="fg" borderRadius="l2" paddingInline="3" paddingBlock="1.5">
            <strong>{t('templateMark.warning')}</strong> <ClinicalText>{plainLineOf(without)}</ClinicalText>
          </Box>
        )}
      </Box>
    </Box>
  );
}
