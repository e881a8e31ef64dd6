/** The route table. A route file exports `Component`, and a `loader` if not everyone may see the screen. */
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { RouteError } from './route-error.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from '../components/skeleton-rows.tsx';

/** The screens of people who are not signed in. They load neither the query client nor the live connection. */
const publicScreens: RouteObject[] = [
  { path: paths.landing.path, ...lazyScreen(() => import('../routes/landing.tsx')) },
  { path: paths.register.path, ...lazyScreen(() => import('../routes/register.tsx')) },
  { path: paths.register2025.path, ...lazyScreen(() => import('../routes/register.tsx')) },
  { path: '*', ...lazyScreen(() => import('../routes/not-found.tsx')) },
];
const framedScreens: RouteObject[] = [
  { path: paths.resetPassword.path, ...lazyScreen(() => import('../routes/reset-password.tsx')) },
  { path: paths.confirmEmail.path, ...lazyScreen(() => import('../routes/confirm-email.tsx')) },
  { path: paths.profile.path, ...lazyScreen(() => import('../routes/profile.tsx')) },
  { path: paths.user.path, ...lazyScreen(() => import('../routes/user.tsx')) },
  { path: paths.home.path, ...lazyScreen(() => import('../routes/home.tsx')) },
  { path: paths.team.path, ...lazyScreen(() => import('../routes/team.tsx')) },
  { path: paths.teamAdmin.path, ...lazyScreen(() => import('../routes/team-admin.tsx')) },
  { path: paths.accesses.path, ...lazyScreen(() => import('../routes/accesses.tsx')) },
  { path: paths.patients.path, ...lazyScreen(() => import('../routes/patients.tsx')) },
  { path: paths.patient.path, ...lazyScreen(() => import('../routes/patient.tsx')) },
  { path: paths.admission.path, ...lazyScreen(() => import('../routes/admission.tsx')) },
  { path: paths.entryLife.path, ...lazyScreen(() => import('../routes/entry-history.tsx')) },
  { path: paths.audit.path, ...lazyScreen(() => import('../routes/audit.tsx')) },
  { path: paths.chartThen.path, ...lazyScreen(() => import('../routes/past-chart.tsx')) },
  { path: paths.reports.path, ...lazyScreen(() => import('../routes/reports.tsx')) },
  { path: paths.handover.path, ...lazyScreen(() => import('../routes/handover.tsx')) },
  { path: paths.ward.path, ...lazyScreen(() => import('../routes/ward.tsx')) },
  { path: paths.drugs.path, ...lazyScreen(() => import('../routes/drugs.tsx')) },
  { path: paths.adminTools.path, ...lazyScreen(() => import('../routes/admin-tools.tsx')) },
  { path: paths.courses.path, ...lazyScreen(() => import('../routes/courses.tsx')) },
  { path: paths.course.path, ...lazyScreen(() => import('../routes/course.tsx')) },
  { path: paths.myTube.path, ...lazyScreen(() => import('../routes/my-tube.tsx')) },
  { path: paths.about.path, ...lazyScreen(() => import('../routes/about.tsx')) },
  { path: paths.test.path, ...lazyScreen(() => import('../routes/test.tsx')) },
];

/** If a screen fails, the error takes its place and the shell stays. */
export const withErrorElement = (children: RouteObject[]): RouteObject => ({ errorElement: <RouteError />, children });

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    children: [
      withErrorElement([
        ...publicScreens,
        { ...lazyScreen(() => import('./frame.tsx')), children: [withErrorElement(framedScreens)] },
      ]),
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
