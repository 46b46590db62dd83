import { moment } from '../data/format.ts';

/** A moment of people who sign in: the time machine of a sandbox does not move those. */
export function realMoment(at: string, timeZone: string): string {
  return moment(at, timeZone, new Date());
}
