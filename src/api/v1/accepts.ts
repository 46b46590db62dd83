/* Which form of an answer a caller prefers (RFC 9110, 12.5.1). */

type Range = { readonly type: string; readonly quality: number };
type Match = { readonly quality: number; readonly exactness: number };

/** True for a caller that prefers rows as CSV to JSON; JSON is the answer if both are equally welcome. */
export function prefersCsv(accept: string): boolean {
  const ranges = accept.split(',').map(rangeOf);
  const [csv, json] = [matchOf(ranges, 'text/csv'), matchOf(ranges, 'application/json')];
  if (csv.quality !== json.quality) return csv.quality > json.quality;
  return csv.quality > 0 && csv.exactness > json.exactness;
}

function rangeOf(sent: string): Range {
  const [type = '', ...parameters] = sent.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => /^q\s*=/.test(one));
  const quality = weight === undefined ? 1 : Number(weight.replace(/^q\s*=\s*/, ''));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}

/** By the most exact of the ranges that contain the type. */
function matchOf(ranges: readonly Range[], type: string): Match {
  const names = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type];
  const matches = ranges.map((range) => {
    return { quality: range.quality, exactness: names.indexOf(range.type) + 1 };
  });
  const exactness = Math.max(...matches.map((one) => one.exactness));
  const best = matches.filter((one) => one.exactness === exactness);
  return exactness === 0
    ? { quality: 0, exactness }
    : { quality: Math.max(...best.map(({ quality }) => quality)), exactness };
}
