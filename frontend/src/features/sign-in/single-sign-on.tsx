/** The button that leads to the provider, and the return from it (docs/product.md, "Single sign-on"). */
import * as signInCalls from 'language/contract/calls/sign-in';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIsProving, withProof } from '../../platform/captcha/with-proof.ts';
import { type Api, ApiError, createApi } from '../../platform/http/api.ts';
import { paths, safeReturnFrom } from '../../platform/paths.ts';
import { session, signedInUser } from '../../platform/session/session.ts';
import { signInCodeIn } from '../../platform/session/sign-in-ways.ts';
import { signOutOnServer } from '../../platform/session/sign-out.ts';
import { begunSession } from '../../platform/session/begun-session.ts';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Calls of a visitor. Made when they are needed: the landing page is also rendered where there is no browser. */
const api: Api = (call, options) =>
  createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined })(call, options);

interface Props {
  name: string;
  returnFrom: string | null;
  /** It is the only way in. */
  isPrimary: boolean;
  /** For specs: a page cannot leave itself there. */
  leave?: (address: string) => void;
}

export function SingleSignOn({ name, returnFrom, isPrimary, leave = (address) => location.assign(address) }: Props) {
  const t = useTranslation();
  const { isReturning, error: refused } = useReturn(returnFrom);
  const isProving = useIsProving();
  const [isLeaving, setIsLeaving] = useState(false);
  const [error, setError] = useState<ApiError>();
  const begin = async (): Promise<void> => {
    setIsLeaving(true);
    setError(undefined);
    try {
      const { url } = await withProof(api, async (token) => {
        // The return from the provider was refused: it is begun again with a proof.
        if (token === undefined && refused?.reason === 'proof-lets-pass') throw refused;
        return api(signInCalls.beginAtProvider, { query: { returnFrom: safeReturnFrom(returnFrom), token } });
      });
      leave(url);
    } catch (failure) {
      setError(ApiError.from(failure));
      setIsLeaving(false);
    }
  };
  return (
    <Box display="grid" gap="4">
      {!isPrimary && (
        <Box display="flex" alignItems="center" gap="3" color="fg.muted" fontSize="sm" marginBlockStart="4" css={rules}>
          {t('singleSignOn.or')}
        </Box>
      )}
      <ErrorAlert error={error ?? refused} />
      <Button
        type="button"
        variant={isPrimary ? 'solid' : 'outline'}
        loading={isLeaving || isReturning}
        loadingText={isLeaving && isProving ? t('signIn.calculating') : undefined}
        width="100%"
        height="auto"
        minH="44px"
        paddingBlock="2"
        paddingInline="2"
        whiteSpace="normal"
        onClick={() => void begin()}
      >
        <KeyRound size={18} aria-hidden />
        <bdi>{name}</bdi>
      </Button>
    </Box>
  );
}

const rules = {
  '&::before, &::after': { content: '""', flex: '1', borderBlockStartWidth: '1px', borderColor: 'border' },
};

/** Exchanges the code of the address for a session, once. The code leaves the address first. */
function useReturn(returnFrom: string | null): { isReturning: boolean; error: ApiError | undefined } {
  const navigate = useNavigate();
  const [isReturning, setIsReturning] = useState(() => signInCodeIn(location) !== '');
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    const code = signInCodeIn(location);
    if (code === '') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    const before = signedInUser();
    api(signInCalls.fetchSession, { body: { code } }).then(
      (answer) => {
        session.send({ type: 'signedUp', user: begunSession(answer) });
        // The session of before is not used any more. The server has ended that of a cookie itself.
        if (before && 'token' in before) signOutOnServer(before, () => undefined);
        // The shell leads a newly signed-in person on; here it is the person who was signed in already.
        if (before?._id === answer._id) void navigate(paths.landing.href(returnFrom), { replace: true });
      },
      (failure: unknown) => {
        setError(ApiError.from(failure));
        setIsReturning(false);
      },
    );
  }, [navigate, returnFrom]);
  return { isReturning, error };
}
