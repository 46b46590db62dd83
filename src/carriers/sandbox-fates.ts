type Fate = 'arrives' | 'refused' | 'not_sent' | 'unknown' | 'undelivered';

/**
 * Numbers that nobody can own, so that an integrator meets every fate of a text in the sandbox: the last four
 * digits behind the exchange 555, under any area code. Those before them tell kinds of numbers (phones/).
 */
export const textFates: readonly {
  readonly from: string;
  readonly to: string;
  readonly fate: Fate;
}[] = [
  { from: '0170', to: '0174', fate: 'refused' },
  { from: '0175', to: '0179', fate: 'not_sent' },
  { from: '0180', to: '0184', fate: 'unknown' },
  { from: '0185', to: '0189', fate: 'undelivered' },
];

/** The same for mail, by how the address begins. */
const mailFates: readonly { readonly begins: string; readonly fate: Fate }[] = [
  { begins: 'refused@', fate: 'refused' },
  { begins: 'unreachable@', fate: 'not_sent' },
  { begins: 'silent@', fate: 'unknown' },
];

export function fateOfText(number: string): Fate {
  const line = number.slice(6);
  if (number.slice(3, 6) !== '555') return 'arrives';
  return textFates.find(({ from, to }) => from <= line && line <= to)?.fate ?? 'arrives';
}

export function fateOfMail(address: string): Fate {
  return mailFates.find(({ begins }) => address.startsWith(begins))?.fate ?? 'arrives';
}
