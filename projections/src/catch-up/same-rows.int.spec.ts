import { testSameRows } from '../testing/same-rows.ts';

testSameRows(4);
