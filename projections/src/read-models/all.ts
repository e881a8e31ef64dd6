/** Every projection, by name. */
import type { Projection } from './projection.ts';
import type { ProjectionName } from '../schema/projections.ts';
import { accesses } from './accesses/project.ts';
import { audit } from './audit/project.ts';
import { catalogue } from './catalogue/project.ts';
import { clinical } from './clinical/project.ts';
import { directory } from './directory/project.ts';
import { patients } from './patients/project.ts';

export const readModels: Readonly<Record<ProjectionName, Projection>> = {
  directory,
  patients,
  clinical,
  catalogue,
  accesses,
  audit,
};
