import { checkSchedules } from './check-schedules.ts';

// In a file of its own: files are run side by side.
checkSchedules([6, 7, 8, 9, 10]);
