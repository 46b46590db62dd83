import type { Parameter } from '../src/api/operations/operation.ts';

/** The line of a table for one field: names, whether it is required, meaning, form. */
export function fieldRow(name: string, parameter: Parameter): string {
  const { isRequired, isOptionalBeside, isSecret, isIdentifier, aka, doc } = parameter;
  const { schema, soapType } = parameter;
  const isAlwaysRequired = isRequired && !isOptionalBeside;
  const names = [name, ...aka].map((spelling) => `\`${spelling}\``).join(' or ');
  const meaning = isSecret ? `${doc} *Secret.*` : doc;
  const forms = [form(schema)];
  if (isIdentifier) forms.push('no card number');
  if (soapType) forms.push(`a ${soapType} in the WSDL`);
  return `| ${names} | ${isAlwaysRequired ? 'yes' : ''} | ${meaning} | ${forms.join('; ')} |\n`;
}

function form({ type, enum: words, pattern, format, maxLength, minLength, ...more }: Form): string {
  const parts = [
    words?.map((word) => `\`${word}\``).join(', '),
    inWords(pattern ?? format),
    more.anyOf?.map((one) => inWords(one.pattern ?? one.format)).join(' or '),
    type === 'boolean' ? '`true` or `false`' : undefined,
    maxLength === undefined ? undefined : lengthOf(minLength, maxLength),
    more.default === undefined ? undefined : `\`${more.default}\` when not sent`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

type Form = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Form[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
};

function lengthOf(least: number | undefined, most: number): string {
  if (least === most) return `${most} letters`;
  return least === undefined ? `up to ${most} characters` : `${least} to ${most} characters`;
}

/** A pattern that nobody put into words is shown as it is. */
function inWords(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : (patterns[pattern] ?? `\`${pattern}\``);
}

const patterns: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  '^[0-9]{1,6}(\\.[0-9]{1,2})?$': 'an amount such as 12.50',
  '^[0-9]{1,3}(\\.[0-9]{1,2})?$': 'a percentage such as 10 or 2.5',
  '^[0-9]{1,10}$': 'up to 10 digits',
  '^[0-9]{12,19}$': '12 to 19 digits',
  '^[0-9]{1,12}(\\.[0-9]{1,2})?$': 'an amount such as 25000.00',
  '^[0-9]{1,9}$': 'a number of up to 9 digits',
  '^[0-9]{1,18}$': 'a number of up to 18 digits',
  '^[0-9]{10}$': '10 digits',
  '^[0-9]{4}$': '4 digits',
  '^[0-9]{9}$': '9 digits',
  '^[0-9]{2}-?[0-9]{7}$': '9 digits, with or without a hyphen behind the second',
  '^[0-9]{2}$': '2 digits',
  '^[0-9]{3,4}$': '3 or 4 digits',
  '^[0-9]{4,17}$': '4 to 17 digits; 4 to 11 in the sandbox',
  '^(0[1-9]|1[0-2])$': '01 to 12',
  '^(0[1-9]|1[0-2])[0-9]{2}$': 'MMYY',
  '^(0[1-9]|1[0-2])-[0-9]{2}-[0-9]{4}$': 'a date, MM-DD-YYYY',
};
