import { checkSchedules } from './check-schedules.ts';

checkSchedules([1, 2, 3, 4, 5]);
