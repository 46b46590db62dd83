/** A code and its name, in the order of its list. */
export type Named = readonly [code: string, name: string];

/** USPS: the states and DC, then the territories and freely associated states, then the armed forces. */
export const usStates = named(`
  AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware;
  DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas;
  KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi;
  MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York;
  NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island;
  SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington;
  WV West Virginia; WI Wisconsin; WY Wyoming;
  AS American Samoa; GU Guam; MH Marshall Islands; FM Micronesia; MP Northern Mariana Islands; PW Palau; PR Puerto Rico;
  VI U.S. Virgin Islands;
  AA Armed Forces Americas; AE Armed Forces Europe; AP Armed Forces Pacific`);

/** Canada Post: the provinces and territories. */
export const canadianProvinces = named(`
  AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador;
  NT Northwest Territories; NS Nova Scotia; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec;
  SK Saskatchewan; YT Yukon`);

function named(list: string): readonly Named[] {
  return list.split(';').map((one) => {
    const text = one.trim();
    return [text.slice(0, 2), text.slice(3)];
  });
}
