import { testReportsAsKnown } from '../../testing/reports-as-known.ts';

testReportsAsKnown(20_26);
