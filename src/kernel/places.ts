import { flawInLength, lengths } from './lengths.ts';
import { maskCardNumbers } from './mask.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { canadianProvinces, usStates } from './regions.ts';
import { flawInText } from './text.ts';

const states = new Set(usStates.map(([code]) => code));
const provinces = new Set(canadianProvinces.map(([code]) => code));

/** ISO 3166-1 alpha-2. */
export const countries: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
   BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
   ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
   HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
   LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
   NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
   SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
   UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

/** The country of an address if none was sent. */
export const usualCountry = 'US';

const notAState = flaw('not_one_of', 'must be a 2-letter state code, for example NY');
const notAProvince = flaw('not_one_of', 'must be a 2-letter province code, for example ON');
const notACountry = flaw('not_one_of', 'must be a 2-letter country code, for example US');

export function parseState(text: string): Parsed<string> {
  const code = twoLetters(text);
  return code !== undefined && states.has(code) ? parsed(code) : notAState;
}

/** True if addresses in this country name their state or province by a code of a known list. */
export function hasRegionCodes(country: string): boolean {
  return country === 'US' || country === 'CA';
}

/** State, province or other region of a country: a known code in the US and Canada, free text elsewhere. */
export function parseRegion(text: string, country: string): Parsed<string> {
  if (country === 'US') return parseState(text);
  if (country === 'CA') return parseProvince(text);
  return parseAnyRegion(text);
}

/** For countries without known codes, or while the country is unknown. */
export function parseAnyRegion(text: string): Parsed<string> {
  const flawed = flawInText(text, { multiline: false }) ?? flawInLength(text, lengths.region);
  return flawed ?? parsed(maskCardNumbers(text));
}

function parseProvince(text: string): Parsed<string> {
  const code = twoLetters(text);
  return code !== undefined && provinces.has(code) ? parsed(code) : notAProvince;
}

export function parseCountry(text: string): Parsed<string> {
  const code = twoLetters(text);
  return code !== undefined && countries.has(code) ? parsed(code) : notACountry;
}

/** ASCII only: letters such as ı and ſ would become I and S in upper case. */
function twoLetters(text: string): string | undefined {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined;
}
