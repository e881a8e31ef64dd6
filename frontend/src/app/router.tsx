/** The route table. Each route file exports `Component`, and a `loader` where the screen is not for everybody. */
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from '../ui/waiting.tsx';

const screens: RouteObject[] = [
  { path: paths.landing.path, lazy: () => import('../routes/landing.tsx') },
  { path: paths.register.path, lazy: () => import('../routes/register.tsx') },
  { path: paths.register2025.path, lazy: () => import('../routes/register.tsx') },
  { path: paths.home.path, lazy: () => import('../routes/home.tsx') },
  { path: paths.team.path, lazy: () => import('../routes/team.tsx') },
  { path: paths.patients.path, lazy: () => import('../routes/patients.tsx') },
  { path: paths.patient.path, lazy: () => import('../routes/patient.tsx') },
  { path: paths.admission.path, lazy: () => import('../routes/admission.tsx') },
  { path: '*', lazy: () => import('../routes/not-found.tsx') },
];

export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <RouteError />,
    HydrateFallback: Waiting,
    // The inner boundary keeps the shell on the screen when a single route fails.
    children: [{ errorElement: <RouteError />, children: screens }],
  },
]);
