/** The route table. A route file exports `Component`, and a `loader` if not everyone may see the screen. */
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { RouteError } from './route-error.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Shell } from './shell.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Waiting } from '../components/skeleton-rows.tsx';

/** The screens of people who are not signed in. They load neither the query client nor the live connection. */
const publicScreens: RouteObject[] = [
  { path: paths.landing.path, ...lazyScreen(() => import('../routes/account/landing.tsx')) },
  { path: paths.register.path, ...lazyScreen(() => import('../routes/account/register.tsx')) },
  { path: paths.register2025.path, ...lazyScreen(() => import('../routes/account/register.tsx')) },
  { path: '*', Component: NotFound },
];
const framedScreens: RouteObject[] = [
  { path: paths.resetPassword.path, ...lazyScreen(() => import('../routes/account/reset-password.tsx')) },
  { path: paths.confirmEmail.path, ...lazyScreen(() => import('../routes/account/confirm-email.tsx')) },
  { path: paths.profile.path, ...lazyScreen(() => import('../routes/account/profile.tsx')) },
  { path: paths.user.path, ...lazyScreen(() => import('../routes/account/user.tsx')) },
  { path: paths.home.path, ...lazyScreen(() => import('../routes/team/home.tsx')) },
  { path: paths.team.path, ...lazyScreen(() => import('../routes/team/team.tsx')) },
  { path: paths.teamAdmin.path, ...lazyScreen(() => import('../routes/team/team-admin.tsx')) },
  { path: paths.accesses.path, ...lazyScreen(() => import('../routes/team/accesses.tsx')) },
  { path: paths.patients.path, ...lazyScreen(() => import('../routes/patients/patients.tsx')) },
  { path: paths.patient.path, ...lazyScreen(() => import('../routes/patients/patient.tsx')) },
  { path: paths.admission.path, ...lazyScreen(() => import('../routes/admission/admission.tsx')) },
  { path: paths.entryLife.path, ...lazyScreen(() => import('../routes/history/entry-history.tsx')) },
  { path: paths.audit.path, ...lazyScreen(() => import('../routes/team/audit.tsx')) },
  { path: paths.chartThen.path, ...lazyScreen(() => import('../routes/history/past-chart.tsx')) },
  { path: paths.reports.path, ...lazyScreen(() => import('../routes/team/reports.tsx')) },
  { path: paths.handover.path, ...lazyScreen(() => import('../routes/team/handover.tsx')) },
  { path: paths.ward.path, ...lazyScreen(() => import('../routes/team/ward.tsx')) },
  { path: paths.drugs.path, ...lazyScreen(() => import('../routes/catalogue/drugs.tsx')) },
  { path: paths.adminTools.path, ...lazyScreen(() => import('../routes/catalogue/admin-tools.tsx')) },
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
      withErrorElement([
        ...publicScreens,
        { ...lazyScreen(() => import('./frame.tsx')), children: [withErrorElement(framedScreens)] },
      ]),
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
