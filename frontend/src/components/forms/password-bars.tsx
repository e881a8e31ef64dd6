/** Four bars below a password: filled if the rule is met, else with words for what is missing. */
import { Box } from '@chakra-ui/react/box';
import { strengthRules } from '../../platform/text/password-strength.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const bars = {
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  gap: '2',
  listStyle: 'none',
  fontSize: 'xs',
  color: 'fg.muted',
  minH: '34px',
  '& li::before': {
    content: '""',
    display: 'block',
    height: '5px',
    borderRadius: 'full',
    bg: 'bg.emphasized',
    marginBlockEnd: '1',
    transition: 'background 0.15s',
  },
  '& li[data-met=true]::before': { bg: 'brand.solid' },
};

export function PasswordBars({ password }: { password: string }) {
  const t = useTranslation();
  return (
    <Box as="ul" aria-label={t('component.strength')} css={bars}>
      {strengthRules.map((rule) => {
        const met = rule.isMet(password);
        return (
          <li key={rule.id} data-met={met}>
            {met ? (
              <span aria-label={t(`component.passwordMet.${rule.id}`)}>✓</span>
            ) : (
              t(`component.passwordMissing.${rule.id}`)
            )}
          </li>
        );
      })}
    </Box>
  );
}
