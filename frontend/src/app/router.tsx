/** The route table: each address with its guard and its file, which exports `Component`. */
import { useCallback, useEffect, useRef, type ComponentType } from 'react';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  redirect,
  useLocation,
  useNavigate,
  useRouteError,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { backoffMs, withStyles } from '../platform/http/retry.ts';
import { EmptyState, NotFound, Waiting } from '../components/screen-states.tsx';
import { useWindowTitle } from '../components/page.tsx';
import { loadAllWords } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { paths } from '../platform/paths.ts';
import { isSessionLocked } from '../platform/session/session.ts';
import { lastTeam } from '../platform/storage/last-team.ts';
import { signedInKeepingToken, signedInOnly, signedOutOnly } from './route-guards.ts';
import { wideScreen } from './screen-width.ts';
import { Shell } from './shell.tsx';

interface ScreenFile {
  Component: ComponentType;
}
/** Decides who may see a screen: throws a redirect for others. */
type Guard = (args: LoaderFunctionArgs) => null | Promise<null>;
const everyone: Guard = () => null;

/**
 * Loads the file of a route with the first visit. The router's own `lazy` keeps a failure until the page is reloaded.
 * Here the route's loader loads the file: each visit and each revalidation tries again.
 */
export function lazyScreen(
  load: () => Promise<ScreenFile>,
  guard = everyone,
): Pick<RouteObject, 'loader' | 'Component'> {
  const loadFile = withStyles(load);
  let file: ScreenFile | undefined;
  return {
    loader: async (args) => {
      file ??= await loadFile();
      return guard(args);
    },
    Component: () => (file ? <file.Component /> : null),
  };
}

const screen = ({ path }: { path: string }, load: () => Promise<ScreenFile>, guard?: Guard): RouteObject => ({
  path,
  ...lazyScreen(load, guard),
});
const signedIn = (at: { path: string }, load: () => Promise<ScreenFile>): RouteObject => screen(at, load, signedInOnly);

const FIRST_MS = 2_000;

/** The network is down, or a new version replaced the files while this tab was open. A reload brings the new ones. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message);

/** The error in place of a screen that could not be shown. The shell around it stays. */
function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failed error={error} />;
}

/** Offers a reload and never reloads by itself: the person may have unsaved text in the page. */
function Failed({ error }: { error: unknown }) {
  const t = useTranslation();
  const isMissing = isMissingChunk(error);
  const text = isMissing
    ? {
        title: t('app.newVersion.title'),
        body: t('app.newVersion.body'),
        again: t('app.newVersion.again'),
        action: t('app.newVersion.action'),
      }
    : { title: t('app.unexpected.title'), body: t('app.unexpected.body'), action: t('app.unexpected.action') };
  useWindowTitle(text.title);
  const again = useLoadAgain(isMissing ? error : undefined);
  return (
    <EmptyState
      title={text.title}
      level={1}
      action={
        <Box display="inline-flex" flexWrap="wrap" justifyContent="center" gap="2">
          {isMissing ? <Button onClick={again}>{t('app.newVersion.again')}</Button> : null}
          <Button {...(isMissing ? { variant: 'outline' } : {})} onClick={() => location.reload()}>
            {text.action}
          </Button>
        </Box>
      }
    >
      {text.body}
    </EmptyState>
  );
}

/**
 * Loads the screen again with backoff, by a navigation to the current address: the router's `revalidate` may settle
 * within one render, and its boundary then keeps the error. Each failed attempt is a new error.
 * @returns tries again at once
 */
function useLoadAgain(error: unknown): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const failures = useRef(0);
  const again = useCallback(
    () => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true }),
    [navigate, pathname, search, hash],
  );
  useEffect(() => {
    if (error === undefined) return undefined;
    const timer = setTimeout(again, backoffMs(failures.current, FIRST_MS));
    failures.current += 1;
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [error, again]);
  return again;
}

/** The screens of people who are not signed in. They load neither the query client nor the live connection. */
const publicScreens: RouteObject[] = [
  screen(paths.landing, () => import('../routes/account/landing.tsx'), signedOutOnly),
  screen(paths.register, () => import('../routes/account/register.tsx'), signedOutOnly),
  screen(paths.register2025, () => import('../routes/account/register.tsx'), signedOutOnly),
  // The shell shows the lock screen in place of any screen.
  {
    path: paths.locked.path,
    loader: () => (isSessionLocked() ? null : redirect(paths.home.href())),
    Component: Waiting,
  },
  {
    path: paths.lastTeam.path,
    loader: ({ params }) => {
      const team = lastTeam();
      const to = params['screen'] === 'handover' ? paths.handover : paths.ward;
      return redirect(team === '' ? paths.home.href() : to.href(team));
    },
    Component: Waiting,
  },
  { path: '*', Component: NotFound },
];
/** The frame, with the words of its screens. */
const loadFrame = async (): Promise<ScreenFile> => {
  const [frame] = await Promise.all([import('./frame.tsx'), loadAllWords()]);
  return frame;
};
const framedScreens: RouteObject[] = [
  screen(paths.resetPassword, () => import('../routes/account/reset-password.tsx')),
  screen(paths.confirmEmail, () => import('../routes/account/confirm-email.tsx'), signedInKeepingToken),
  screen(paths.invitation, () => import('../routes/account/invitation.tsx')),
  screen(paths.user, () => import('../routes/account/user.tsx')),
  screen(paths.courses, () => import('../routes/learning/courses.tsx')),
  screen(paths.course, () => import('../routes/learning/course.tsx')),
  screen(paths.myTube, () => import('../routes/learning/my-tube.tsx')),
  screen(paths.about, () => import('../routes/about/about.tsx')),
  screen(paths.test, () => import('../routes/about/test.tsx')),
  signedIn(paths.profile, () => import('../routes/account/profile.tsx')),
  signedIn(paths.security, () => import('../routes/account/security.tsx')),
  signedIn(paths.accounts, () => import('../routes/account/accounts.tsx')),
  signedIn(paths.home, () => import('../routes/team/home.tsx')),
  signedIn(paths.team, () => import('../routes/team/team.tsx')),
  signedIn(paths.teamAdmin, () => import('../routes/team/team-admin.tsx')),
  signedIn(paths.accesses, () => import('../routes/team/accesses.tsx')),
  signedIn(paths.patients, () => import('../routes/patients/patients.tsx')),
  signedIn(paths.patient, () => import('../routes/patients/patient.tsx')),
  signedIn(paths.mergePatient, () => import('../routes/patients/merge-patient.tsx')),
  { ...signedIn(paths.admission, () => import('../routes/admission/admission.tsx')), handle: wideScreen },
  signedIn(paths.entryLife, () => import('../routes/history/entry-history.tsx')),
  signedIn(paths.audit, () => import('../routes/team/audit.tsx')),
  signedIn(paths.chartThen, () => import('../routes/history/past-chart.tsx')),
  signedIn(paths.reports, () => import('../routes/team/reports.tsx')),
  signedIn(paths.asked, () => import('../routes/team/asked.tsx')),
  signedIn(paths.handover, () => import('../routes/team/handover.tsx')),
  signedIn(paths.transfers, () => import('../routes/team/transfers.tsx')),
  { ...signedIn(paths.ward, () => import('../routes/team/ward.tsx')), handle: wideScreen },
  signedIn(paths.drugUse, () => import('../routes/team/drug-use.tsx')),
  signedIn(paths.import, () => import('../routes/team/import.tsx')),
  signedIn(paths.importCatalogue, () => import('../routes/team/import.tsx')),
  signedIn(paths.drugUseEverywhere, () => import('../routes/catalogue/drug-use-everywhere.tsx')),
  signedIn(paths.drugs, () => import('../routes/catalogue/drugs.tsx')),
  signedIn(paths.drug, () => import('../routes/catalogue/drug.tsx')),
  signedIn(paths.adminTools, () => import('../routes/catalogue/admin-tools.tsx')),
  signedIn(paths.statements, () => import('../routes/catalogue/statements.tsx')),
  signedIn(paths.securityLog, () => import('../routes/catalogue/security-log.tsx')),
  signedIn(paths.feeds, () => import('../routes/catalogue/feeds.tsx')),
  signedIn(paths.operations, () => import('../routes/catalogue/operations.tsx')),
];

/** If a screen fails, the error takes its place and the shell stays. */
export const withErrorElement = (children: RouteObject[]): RouteObject => ({ errorElement: <RouteError />, children });

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    children: [
      withErrorElement([...publicScreens, { ...lazyScreen(loadFrame), children: [withErrorElement(framedScreens)] }]),
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
