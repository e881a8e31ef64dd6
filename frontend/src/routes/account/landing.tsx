/** `/`: the product and the sign-in. `returnFrom` is the page to return to. */
import { Box } from '@chakra-ui/react/box';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { signInText as text } from '../../features/account/messages.ts';
import { SignInForm } from '../../features/account/sign-in-form.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';

export { signedOutOnly as loader } from '../../app/route-guards.ts';

const points = {
  listStyle: 'none',
  display: 'grid',
  gap: '4',
  marginBlockStart: '6',
  '& li': { borderInlineStartWidth: '3px', borderColor: 'amber.400', paddingInlineStart: '3' },
  '& strong': { display: 'block' },
  '& span': { color: 'fg.muted' },
};

const links = {
  '& a': {
    display: 'inline-block',
    paddingBlock: '3',
    color: 'brand.fg',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
  },
};

export function Component() {
  const [search] = useSearchParams();
  const returnFrom = search.get('returnFrom');
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1.2fr 1fr' }}
      gap={{ base: '6', md: '12' }}
      alignItems="center"
      paddingBlock={{ md: '10' }}
    >
      <Panel order={{ base: 0, md: 1 }} padding={{ base: '5', md: '7' }} boxShadow="sm">
        <PageHeader title={text.title} />
        <SignInForm />
        <Box
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap="4"
          marginBlockStart="2"
          color="fg.muted"
          css={links}
        >
          <span>
            {text.noAccount} <Link to={paths.register.href(returnFrom)}>{text.createAccount}</Link>
          </span>
          <Link to={paths.resetPassword.href(returnFrom)}>{text.forgotten}</Link>
        </Box>
      </Panel>
      <Box>
        <Box
          as="p"
          fontSize={{ base: '2xl', md: '4xl' }}
          fontWeight="bold"
          lineHeight="1.2"
          letterSpacing="-0.02em"
          textWrap="balance"
        >
          {text.promise}
        </Box>
        <Box as="p" color="fg.muted" fontSize="md" marginBlockStart="3" maxW="52ch">
          {text.lead}
        </Box>
        <Box as="ul" css={points}>
          {text.points.map((point) => (
            <li key={point.title}>
              <strong>{point.title}</strong>
              <span>{point.body}</span>
            </li>
          ))}
        </Box>
        <Box marginBlockStart="4" css={links}>
          <Link to={paths.courses.href()}>{text.courses}</Link>
        </Box>
      </Box>
    </Box>
  );
}
