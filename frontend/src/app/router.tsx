/** The route table. Each route file exports `Component`, and a `loader` where the screen is not for everybody. */
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { RouteError } from './route-error.tsx';
import { screen } from './screen.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from '../components/skeleton-rows.tsx';

/** Before anybody is signed in: these carry nothing of what shows data. */
const doors: RouteObject[] = [
  { path: paths.landing.path, ...screen(() => import('../routes/landing.tsx')) },
  { path: paths.register.path, ...screen(() => import('../routes/register.tsx')) },
  { path: paths.register2025.path, ...screen(() => import('../routes/register.tsx')) },
  { path: '*', ...screen(() => import('../routes/not-found.tsx')) },
];
const screens: RouteObject[] = [
  { path: paths.resetPassword.path, ...screen(() => import('../routes/reset-password.tsx')) },
  { path: paths.confirmEmail.path, ...screen(() => import('../routes/confirm-email.tsx')) },
  { path: paths.profile.path, ...screen(() => import('../routes/profile.tsx')) },
  { path: paths.user.path, ...screen(() => import('../routes/user.tsx')) },
  { path: paths.home.path, ...screen(() => import('../routes/home.tsx')) },
  { path: paths.team.path, ...screen(() => import('../routes/team.tsx')) },
  { path: paths.teamAdmin.path, ...screen(() => import('../routes/team-admin.tsx')) },
  { path: paths.accesses.path, ...screen(() => import('../routes/accesses.tsx')) },
  { path: paths.patients.path, ...screen(() => import('../routes/patients.tsx')) },
  { path: paths.patient.path, ...screen(() => import('../routes/patient.tsx')) },
  { path: paths.admission.path, ...screen(() => import('../routes/admission.tsx')) },
  { path: paths.entryLife.path, ...screen(() => import('../routes/entry-history.tsx')) },
  { path: paths.audit.path, ...screen(() => import('../routes/audit.tsx')) },
  { path: paths.chartThen.path, ...screen(() => import('../routes/past-chart.tsx')) },
  { path: paths.reports.path, ...screen(() => import('../routes/reports.tsx')) },
  { path: paths.handover.path, ...screen(() => import('../routes/handover.tsx')) },
  { path: paths.ward.path, ...screen(() => import('../routes/ward.tsx')) },
  { path: paths.drugs.path, ...screen(() => import('../routes/drugs.tsx')) },
  { path: paths.adminTools.path, ...screen(() => import('../routes/admin-tools.tsx')) },
  { path: paths.courses.path, ...screen(() => import('../routes/courses.tsx')) },
  { path: paths.course.path, ...screen(() => import('../routes/course.tsx')) },
  { path: paths.myTube.path, ...screen(() => import('../routes/my-tube.tsx')) },
  { path: paths.about.path, ...screen(() => import('../routes/about.tsx')) },
  { path: paths.test.path, ...screen(() => import('../routes/test.tsx')) },
];

/** A failing screen is replaced within what is around it. */
export const bounded = (children: RouteObject[]): RouteObject => ({ errorElement: <RouteError />, children });

/** Nothing can be typed before there is somebody who asks about it. */
const framed = async () => {
  const [frame] = await Promise.all([import('./frame.tsx'), import('./unsaved-guard.tsx')]);
  return frame;
};

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    children: [bounded([...doors, { ...screen(framed), children: [bounded(screens)] }])],
  },
];

export const createRouter = () => createBrowserRouter(routes);
