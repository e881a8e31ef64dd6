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
  { path: paths.patients.path, lazy: () => import('../routes/patients.tsx') },
  { path: paths.patient.path, lazy: () => import('../routes/patient.tsx') },
  { path: paths.admission.path, lazy: () => import('../routes/admission.tsx') },
  { path: paths.reports.path, lazy: () => import('../routes/reports.tsx') },
  { path: paths.drugs.path, lazy: () => import('../routes/drugs.tsx') },
  { path: paths.adminTools.path, lazy: () => import('../routes/admin-tools.tsx') },
  { path: paths.courses.path, lazy: () => import('../routes/courses.tsx') },
  { path: paths.course.path, lazy: () => import('../routes/course.tsx') },
  { path: paths.myTube.path, lazy: () => import('../routes/my-tube.tsx') },
  { path: paths.about.path, lazy: () => import('../routes/about.tsx') },
  { path: paths.test.path, lazy: () => import('../routes/test.tsx') },
];

/** A failing screen is replaced within the frame around it: each route has its own boundary, so that its neighbours' state is never touched. */
export const bounded = (routes: RouteObject[]): RouteObject[] => routes.map((route) => ({ ...route, errorElement: <RouteError /> }) as RouteObject);

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    children: [...bounded(doors), { lazy: () => import('./frame.tsx'), errorElement: <RouteError />, children: bounded(screens) }],
  },
];

export const createRouter = () => createBrowserRouter(routes);
