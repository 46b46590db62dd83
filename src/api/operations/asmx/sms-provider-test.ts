import { formatMoney } from '../../../kernel/money.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { type Field, freeText, money, optional } from '../fields.ts';
import { type Draft, serviceOperation } from '../operation.ts';

const parameters = {
  AmountHolder: optional(money('The amount that the text names.')),
  State: optional(plainWords('A word that the text ends with, such as a state.')),
};

type Values = Draft<typeof parameters>;

export const smsProviderTest = serviceOperation({
  name: 'smsprovidertest',
  interface: 'service',
  doc: 'Shows the text of a payment reminder. Nothing is sent: anybody may call this.',
  credentials: undefined,
  needsPayments: false,
  parameters,
  result: 'text',
  refuses: [],
  read: (p): Values => p,

  async handle(_world, _call, values: Values) {
    return {
      status: 200,
      body: {
        IsSuccess: true,
        Message: 'Nothing was sent: this is the text that would be.',
        Data: { Text: reminder(values) },
        OrderNumber: null,
        SMSID: null,
      },
    };
  },
});

function reminder({ AmountHolder: cents, State: state }: Values): string {
  const amount = cents ? ` of $${formatMoney(cents)}` : '';
  return `This is a test reminder: your payment${amount} is due${state ? ` (${state})` : ''}.`;
}

const notPlain = flaw('malformed', "must be letters, digits, blanks and .,'- only");
const plain = /^[\p{L}\p{M}\p{N} .,'-]+$/u;

/** Callable without credentials, so the answer holds nothing that a page or a phone could execute or link. */
function plainWords(doc: string): Field<string> {
  const words = freeText(doc, 'name');
  return {
    ...words,
    parse(text) {
      const read = words.parse(text);
      return read.ok && !plain.test(read.value) ? notPlain : read;
    },
  };
}
