import { testReports } from '../../testing/reports-of-seed.ts';

testReports(20_26, 4);
