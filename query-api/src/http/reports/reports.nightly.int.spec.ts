import { testReports } from '../../testing/reports-of-seed.ts';

testReports(20_26, 1);
testReports(77_777, 1);
