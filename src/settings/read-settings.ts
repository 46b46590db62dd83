import { misspeltSettings } from './misspelt-settings.ts';
import type { Setting } from './setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of each setting, and a sentence for each that is faulty and has its default. */
export function readEach(
  settings: Readonly<Record<string, Setting<unknown>>>,
  env: Environment,
): { readonly values: object; readonly faults: string[] } {
  const names = Object.values(settings).map(({ env: variable }) => variable);
  const faults = [...misspeltSettings(Object.keys(env), names)];
  const values: Record<string, unknown> = {};
  for (const [name, { env: variable, default: otherwise, ifBlank, read }] of Object.entries(
    settings,
  )) {
    const given = env[variable]?.trim();
    if (given === '' && ifBlank !== undefined) {
      faults.push(`${variable} is set without a value: give it one, or do not set it (${ifBlank})`);
    }
    try {
      values[name] = read(given ? given : otherwise, variable);
    } catch (fault) {
      faults.push((fault as Error).message);
      values[name] = read(otherwise, variable);
    }
  }
  return { values, faults };
}
