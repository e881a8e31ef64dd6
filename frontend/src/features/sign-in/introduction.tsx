/** A description of the product, beside the sign-in. */
import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const points = ['reviews', 'live', 'history'] as const;
const pointsStyle = {
  listStyle: 'none',
  display: 'grid',
  gap: '4',
  marginBlockStart: '6',
  '& li': { borderInlineStartWidth: '3px', borderColor: 'amber.400', paddingInlineStart: '3' },
  '& strong': { display: 'block' },
  '& span': { color: 'fg.muted' },
};

/** The links of the landing page. */
export const landingLinks = {
  '& a': {
    display: 'inline-block',
    paddingBlock: '3',
    color: 'brand.fg',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
  },
};

export const Introduction = () => {
  const t = useTranslation();
  return (
    <Box>
      <Box
        as="p"
        fontSize={{ base: '2xl', md: '4xl' }}
        fontWeight="bold"
        lineHeight="1.2"
        letterSpacing="-0.02em"
        textWrap="balance"
      >
        {t('signIn.promise')}
      </Box>
      <Box as="p" color="fg.muted" fontSize="md" marginBlockStart="3" maxW="52ch">
        {t('signIn.lead')}
      </Box>
      <Box as="ul" css={pointsStyle}>
        {points.map((point) => (
          <li key={point}>
            <strong>{t(`signIn.points.${point}.title`)}</strong>
            <span>{t(`signIn.points.${point}.body`)}</span>
          </li>
        ))}
      </Box>
      <Box marginBlockStart="4" css={landingLinks}>
        <Link to={paths.courses.href()}>{t('signIn.courses')}</Link>
      </Box>
    </Box>
  );
};
