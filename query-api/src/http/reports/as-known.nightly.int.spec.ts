import { testReportsAsKnown } from '../../testing/reports-as-known.ts';

testReportsAsKnown(77_777);
