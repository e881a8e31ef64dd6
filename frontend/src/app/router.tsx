/** The route table. A route file exports `Component`, and a `loader` if not everyone may see the screen. */
import { useCallback, useEffect, useRef, type ComponentType } from 'react';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  redirect,
  useLocation,
  useNavigate,
  useRouteError,
  type LoaderFunction,
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
import { wideScreen } from './screen-width.ts';
import { Shell } from './shell.tsx';

interface ScreenFile {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * Loads the file of a route with the first visit. The router's own `lazy` keeps a failure until the page is reloaded.
 * Here the route's loader loads the file: each visit and each revalidation tries again.
 */
export function lazyScreen(load: () => Promise<ScreenFile>): Pick<RouteObject, 'loader' | 'Component'> {
  const loadFile = withStyles(load);
  let file: ScreenFile | undefined;
  return {
    loader: async (args) => {
      file ??= await loadFile();
      return (await file.loader?.(args)) ?? null;
    },
    Component: () => (file ? <file.Component /> : null),
  };
}

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
  { path: paths.landing.path, ...lazyScreen(() => import('../routes/account/landing.tsx')) },
  { path: paths.register.path, ...lazyScreen(() => import('../routes/account/register.tsx')) },
  { path: paths.register2025.path, ...lazyScreen(() => import('../routes/account/register.tsx')) },
  // The shell shows the lock screen in place of any screen.
  {
    path: paths.locked.path,
    loader: () => (isSessionLocked() ? null : redirect(paths.home.href())),
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
  { path: paths.resetPassword.path, ...lazyScreen(() => import('../routes/account/reset-password.tsx')) },
  { path: paths.confirmEmail.path, ...lazyScreen(() => import('../routes/account/confirm-email.tsx')) },
  { path: paths.invitation.path, ...lazyScreen(() => import('../routes/account/invitation.tsx')) },
  { path: paths.profile.path, ...lazyScreen(() => import('../routes/account/profile.tsx')) },
  { path: paths.security.path, ...lazyScreen(() => import('../routes/account/security.tsx')) },
  { path: paths.accounts.path, ...lazyScreen(() => import('../routes/account/accounts.tsx')) },
  { path: paths.user.path, ...lazyScreen(() => import('../routes/account/user.tsx')) },
  { path: paths.home.path, ...lazyScreen(() => import('../routes/team/home.tsx')) },
  { path: paths.team.path, ...lazyScreen(() => import('../routes/team/team.tsx')) },
  { path: paths.teamAdmin.path, ...lazyScreen(() => import('../routes/team/team-admin.tsx')) },
  { path: paths.accesses.path, ...lazyScreen(() => import('../routes/team/accesses.tsx')) },
  { path: paths.patients.path, ...lazyScreen(() => import('../routes/patients/patients.tsx')) },
  { path: paths.patient.path, ...lazyScreen(() => import('../routes/patients/patient.tsx')) },
  { path: paths.mergePatient.path, ...lazyScreen(() => import('../routes/patients/merge-patient.tsx')) },
  { path: paths.admission.path, handle: wideScreen, ...lazyScreen(() => import('../routes/admission/admission.tsx')) },
  { path: paths.entryLife.path, ...lazyScreen(() => import('../routes/history/entry-history.tsx')) },
  { path: paths.audit.path, ...lazyScreen(() => import('../routes/team/audit.tsx')) },
  { path: paths.chartThen.path, ...lazyScreen(() => import('../routes/history/past-chart.tsx')) },
  { path: paths.reports.path, ...lazyScreen(() => import('../routes/team/reports.tsx')) },
  { path: paths.handover.path, ...lazyScreen(() => import('../routes/team/handover.tsx')) },
  { path: paths.transfers.path, ...lazyScreen(() => import('../routes/team/transfers.tsx')) },
  { path: paths.ward.path, ...lazyScreen(() => import('../routes/team/ward.tsx')) },
  { path: paths.drugUse.path, ...lazyScreen(() => import('../routes/team/drug-use.tsx')) },
  { path: paths.drugUseEverywhere.path, ...lazyScreen(() => import('../routes/catalogue/drug-use-everywhere.tsx')) },
  { path: paths.drugs.path, ...lazyScreen(() => import('../routes/catalogue/drugs.tsx')) },
  { path: paths.adminTools.path, ...lazyScreen(() => import('../routes/catalogue/admin-tools.tsx')) },
  { path: paths.securityLog.path, ...lazyScreen(() => import('../routes/catalogue/security-log.tsx')) },
  { path: paths.operations.path, ...lazyScreen(() => import('../routes/catalogue/operations.tsx')) },
  { path: paths.courses.path, ...lazyScreen(() => import('../routes/learning/courses.tsx')) },
  { path: paths.course.path, ...lazyScreen(() => import('../routes/learning/course.tsx')) },
  { path: paths.myTube.path, ...lazyScreen(() => import('../routes/learning/my-tube.tsx')) },
  { path: paths.about.path, ...lazyScreen(() => import('../routes/about/about.tsx')) },
  { path: paths.test.path, ...lazyScreen(() => import('../routes/about/test.tsx')) },
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
