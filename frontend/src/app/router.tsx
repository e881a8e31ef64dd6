/** The route table. Each route file exports `Component`, and a `loader` where the screen is not for everybody. */
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Before anybody is signed in: these carry nothing of what shows data. */
const doors: RouteObject[] = [
  { path: paths.landing.path, lazy: () => import('../routes/landing.tsx') },
  { path: paths.register.path, lazy: () => import('../routes/register.tsx') },
  { path: paths.register2025.path, lazy: () => import('../routes/register.tsx') },
  { path: '*', lazy: () => import('../routes/not-found.tsx') },
];
const screens: RouteObject[] = [
  { path: paths.resetPassword.path, lazy: () => import('../routes/reset-password.tsx') },
  { path: paths.confirmEmail.path, lazy: () => import('../routes/confirm-email.tsx') },
  { path: paths.profile.path, lazy: () => import('../routes/profile.tsx') },
  { path: paths.user.path, lazy: () => import('../routes/user.tsx') },
  { path: paths.home.path, lazy: () => import('../routes/home.tsx') },
  { path: paths.team.path, lazy: () => import('../routes/team.tsx') },
  { path: paths.teamAdmin.path, lazy: () => import('../routes/team-admin.tsx') },
  { path: paths.accesses.path, lazy: () => import('../routes/accesses.tsx') },
  { path: paths.patients.path, lazy: () => import('../routes/patients.tsx') },
  { path: paths.patient.path, lazy: () => import('../routes/patient.tsx') },
  { path: paths.admission.path, lazy: () => import('../routes/admission.tsx') },
  { path: paths.entryLife.path, lazy: () => import('../routes/entry-life.tsx') },
  { path: paths.audit.path, lazy: () => import('../routes/audit.tsx') },
  { path: paths.chartThen.path, lazy: () => import('../routes/chart-then.tsx') },
  { path: paths.reports.path, lazy: () => import('../routes/reports.tsx') },
  { path: paths.handover.path, lazy: () => import('../routes/handover.tsx') },
  { path: paths.ward.path, lazy: () => import('../routes/ward.tsx') },
  { path: paths.drugs.path, lazy: () => import('../routes/drugs.tsx') },
  { path: paths.adminTools.path, lazy: () => import('../routes/admin-tools.tsx') },
  { path: paths.courses.path, lazy: () => import('../routes/courses.tsx') },
  { path: paths.course.path, lazy: () => import('../routes/course.tsx') },
  { path: paths.myTube.path, lazy: () => import('../routes/my-tube.tsx') },
  { path: paths.about.path, lazy: () => import('../routes/about.tsx') },
  { path: paths.test.path, lazy: () => import('../routes/test.tsx') },
];

/**
 * A failing screen is replaced within what is around it. The boundary is a route of its own: a route whose file cannot be loaded still counts as
 * one to be loaded, and its own boundary would show nothing.
 */
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
    children: [bounded([...doors, { lazy: framed, children: [bounded(screens)] }])],
  },
];

export const createRouter = () => createBrowserRouter(routes);
