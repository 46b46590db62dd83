import { testReminderDeaths } from './reminder-deaths.ts';

testReminderDeaths('gate');
