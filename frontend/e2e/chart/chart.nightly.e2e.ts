import { runDemo } from '../support/demo.ts';
import { badNetworkTests } from './bad-network.ts';
import { chartTabTests } from './chart-tabs.ts';
import { reviewsTabTests } from './reviews-tab.ts';

const demo = runDemo('separate');

chartTabTests(demo);
reviewsTabTests(demo);
badNetworkTests(demo);
