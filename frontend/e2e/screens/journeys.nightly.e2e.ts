import { runDemo } from '../support/demo.ts';
import { apiDocsTests, BLOCKED_HOSTNAME } from './api-docs.ts';
import { catalogueAndCourseTests } from './catalogue-and-courses.ts';
import { handoverTests } from './handover-and-ward.ts';
import { pageTopTests } from './page-top.ts';
import { signInTests } from './sign-in.ts';
import { userJourneyTests } from './user-journeys.ts';

const demo = runDemo('shared', { BLOCKED_HOSTNAMES: `copy.example, ${BLOCKED_HOSTNAME}` });

signInTests(demo);
userJourneyTests(demo);
catalogueAndCourseTests(demo);
handoverTests(demo);
pageTopTests(demo);
apiDocsTests(demo);
