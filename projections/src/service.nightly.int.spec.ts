import { testService } from './testing/projections-service.ts';

testService('Redis');
