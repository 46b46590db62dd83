const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser by the two words that its owner knows it by, of what it says of itself; undefined for one that says nothing known. */
export function deviceOf(userAgent: string): string | undefined {
  const known = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([form]) => form.test(userAgent))?.[1];
  return [known(browsers), known(systems)].filter(Boolean).join(', ') || undefined;
}
