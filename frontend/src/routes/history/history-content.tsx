/** The content of a history panel: the changes, and the verification of a whole stream. Loaded on the first opening. */
import { Box } from '@chakra-ui/react/box';
import History, { type HistoryProps } from '../../features/history/history.tsx';
import { VerificationDisclosure } from '../../features/time-travel/verification-panel.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export default function HistoryContent(props: HistoryProps) {
  const t = useTranslation();
  const { kind, id, of } = props;
  return (
    <History
      {...props}
      verification={
        of === undefined ? (
          <Box marginBlockStart="2">
            <VerificationDisclosure label={t('historyButton.proof')} kind={kind} id={id} />
          </Box>
        ) : undefined
      }
    />
  );
}
