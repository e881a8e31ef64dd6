import { runDemo } from '../support/demo.ts';
import { accessLogTests } from './access-log-and-chat.ts';
import { auditTests } from './audit.ts';
import { chartAsOfTests } from './chart-as-of.ts';
import { historyInPlaceTests } from './history-in-place.ts';

const demo = runDemo();

accessLogTests(demo);
auditTests(demo);
chartAsOfTests(demo);
historyInPlaceTests(demo);
