import { distance, nearest } from '../kernel/nearest.ts';

/** Names with this prefix belong to this program alone. */
const ours = 'QUITTANCE_';
/** HOST and PORT are too short to be distinguished from the variables of other programs. */
const shortestJudged = 7;

/**
 * One sentence for each environment variable that is not a setting but probably meant as one: every unknown QUITTANCE_
 * name, and every name that differs by one letter, or only in letter case, from a setting that is not set. Other
 * programs share prefixes such as TWILIO_ and SMTP_, so these are not enough.
 */
export function misspeltSettings(
  given: readonly string[],
  settings: readonly string[],
): readonly string[] {
  const known = new Set(settings);
  const unset = settings.filter((setting) => !given.includes(setting));
  return given.flatMap((name) => {
    if (known.has(name)) return [];
    const upper = name.toUpperCase();
    const near = unset.filter((setting) => isOneLetterAway(upper, setting));
    if (near.length > 0) return [sentence(name, near)];
    return upper.startsWith(ours) ? [sentence(name, nearest(upper, settings))] : [];
  });
}

function isOneLetterAway(name: string, setting: string): boolean {
  if (setting.length < shortestJudged || Math.abs(name.length - setting.length) > 1) return false;
  return distance(name, setting) <= 1;
}

function sentence(name: string, near: readonly string[]): string {
  const meant = near.length > 0 ? `: did you mean ${near.join(' or ')}?` : '';
  return `${name} is set, and there is no such setting${meant || ': quittance config lists them all'}`;
}
