/** The header of the home page: a greeting, and the links to the drugs and the admin tools. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Me } from 'language/contract/entities';
import { Pill, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { policy } from '../../clinical/policy.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { personName } from '../../platform/text/names.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { PageHeader } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function HomeHeader({ me }: { me: Me | undefined }) {
  const t = useTranslation();
  const user = useSessionUser();
  return (
    <PageHeader
      title={<Greeting text={t('teams.greeting', { name: user ? personName(user) : '' })} />}
      windowTitle={t('teams.homeTitle')}
      lead={
        <Box as="span" className="tabular" minH="1.6em" display="inline-block">
          {me && <ClinicalText>{t('teams.startedOn', { date: formatDate(me.start) })}</ClinicalText>}
        </Box>
      }
      actions={
        <>
          <Button asChild variant="outline">
            <Link to={paths.drugs.href()}>
              <Pill aria-hidden />
              {t('teams.drugs')}
            </Link>
          </Button>
          {me && policy.runAdminTools(me) && (
            <Button asChild variant="outline" colorPalette="gray">
              <Link to={paths.adminTools.href()}>
                <Wrench aria-hidden />
                {t('teams.adminTools')}
              </Link>
            </Button>
          )}
        </>
      }
    />
  );
}

const STEP_MS = 150;
const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * "Welcome Dr. …", 150 ms a character (docs/product.md, "Metrics"). Screen readers read it whole. With reduced motion
 * it is shown whole.
 */
function Greeting({ text }: { text: string }) {
  const letters = [...text];
  const [typed, setTyped] = useState(() => (isMotionReduced() ? letters.length : 0));
  const isDone = typed >= letters.length;
  useEffect(() => {
    if (isDone) return undefined;
    const step = setInterval(() => setTyped((count) => count + 1), STEP_MS);
    return () => clearInterval(step);
  }, [isDone]);
  return (
    <>
      <Box as="span" srOnly>
        {text}
      </Box>
      {/* The hidden rest keeps the height, so that nothing below moves. */}
      <span aria-hidden="true">
        {letters.slice(0, typed).join('')}
        <Box as="span" visibility="hidden">
          {letters.slice(typed).join('')}
        </Box>
      </span>
    </>
  );
}
