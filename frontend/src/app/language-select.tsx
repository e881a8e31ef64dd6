import { Box } from '@chakra-ui/react/box';
import { useLanguageChoice } from '../components/language-choice.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';

const style = {
  minH: '44px',
  maxW: '7rem',
  paddingInline: '2',
  borderRadius: 'l2',
  bg: 'transparent',
  color: 'inherit',
  fontSize: 'sm',
  cursor: 'pointer',
  _hover: { bg: 'whiteAlpha.200' },
  // The list has the colours of the system.
  '& option': { color: 'black', bg: 'white' },
};

/** In the bar, for a person who is not signed in. */
export function LanguageSelect() {
  const t = useTranslation();
  const choice = useLanguageChoice();
  return (
    <Box asChild css={style}>
      <select aria-label={t('language.choose')} {...choice} />
    </Box>
  );
}
