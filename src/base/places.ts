import { flaw, type Parsed, parsed } from './parsed.ts';

/** USPS: the states and DC, the territories and freely associated states, the armed forces. */
const states = new Set(
  `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO
   MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY
   DC AS GU MP PR VI FM MH PW AA AE AP`.split(/\s+/),
);

/** ISO 3166-1 alpha-2. */
const countries = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
   BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
   ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
   HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
   LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
   NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
   SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
   UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

/** Where an address lies when no country was sent. */
export const usualCountry = 'US';

const notAState = flaw('not_one_of', 'must be a 2-letter state code, for example NY');
const notACountry = flaw('not_one_of', 'must be a 2-letter country code, for example US');

export function parseState(text: string): Parsed<string> {
  const code = twoLetters(text);
  return code !== undefined && states.has(code) ? parsed(code) : notAState;
}

export function parseCountry(text: string): Parsed<string> {
  const code = twoLetters(text);
  return code !== undefined && countries.has(code) ? parsed(code) : notACountry;
}

/** ASCII only: letters such as ı and ſ would turn into I and S in upper case. */
function twoLetters(text: string): string | undefined {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined;
}
