import { accountKinds, parseAccountNumber, parseRoutingNumber } from '../kernel/bank-account.ts';
import { parseCardNumber, parseExpiryMonth, parseExpiryYear } from '../kernel/card.ts';
import { lengths } from '../kernel/lengths.ts';
import { maxCents } from '../kernel/money.ts';
import { Secret } from '../kernel/secret.ts';
import type { Business } from '../parties/businesses/business.ts';
import { contactWithPhone } from '../parties/customers/by-phone.ts';
import { heldTokenOf, type NewMethod, newTokenOf } from '../payments/source.ts';
import { insertImported, tokensNamed } from '../payments/tokens/imported.ts';
import type { NewToken } from '../payments/tokens/token.ts';
import { customerName, customersByName } from './customer-names.ts';
import { line, optional, ownId, required, type Valued } from './fields.ts';
import { FileFlaw } from './file-flaw.ts';
import { accountJudge, heldCardOf, nameAtGateway } from './held-cards.ts';
import type { Kind, Written } from './import.ts';
import { importKey } from './import-key.ts';
import { oneOf, wholeFrom } from './values.ts';

/** The columns; digits that an account may have depend on the environment. */
function fieldsIn(environment: Business['environment']) {
  return {
    id: required(ownId(lengths.externalId)),
    /** The id of the customer, as customers were imported. */
    customer: required(customerName),
    kind: optional(oneOf(['card', 'bank']), 'card'),
    state: optional(oneOf(['active', 'disabled']), 'active'),
    /** Set for a card. */
    number: optional((text) => parseCardNumber(text.replaceAll(/[ -]/g, '')), undefined),
    expiryMonth: optional(parseExpiryMonth, undefined),
    expiryYear: optional(parseExpiryYear, undefined),
    accountNumber: optional((text) => parseAccountNumber(text, environment), undefined),
    routingNumber: optional((text) => parseRoutingNumber(text, environment), undefined),
    accountKind: optional(oneOf(accountKinds), 'checking'),
    accountHolder: optional(oneOf(['personal', 'business']), 'personal'),
    holder: optional(line(lengths.name), ''),
    address: optional(line(lengths.address), ''),
    postalCode: optional(line(lengths.postalCode), ''),
    networkTransactionId: optional(line(100), undefined),
    networkTransactionOf: optional(line(30), undefined),
    networkTransactionCents: optional(wholeFrom(0, Number(maxCents)), undefined),
    /** Instead of the number: the gateway's token for the card, and the account there. */
    processorToken: optional(nameAtGateway, undefined),
    processor: optional(line(30), undefined),
    /** Set for a card that a gateway stores; other cards have them from the number. */
    brand: optional(line(30), undefined),
    last4: optional(line(10), undefined),
  };
}
type Fields = ReturnType<typeof fieldsIn>;
type Row = Valued<Fields>;

/**
 * The new method of a row, or its missing part in words. A card that has expired is imported: its next charge is
 * declined.
 */
function methodOf(row: Row): NewMethod | string {
  const { kind, number, expiryMonth, expiryYear, accountNumber, routingNumber } = row;
  if (kind === 'card') {
    if (!number) return 'number is missing';
    if (row.last4 !== undefined && row.last4 !== number.last4) return 'last4 is not that of number';
    if (expiryMonth === undefined || expiryYear === undefined) {
      return 'expiryMonth and expiryYear are missing';
    }
    const expiry = { month: expiryMonth, year: expiryYear };
    return { kind, card: number, expiry, cvv: new Secret('') };
  }
  if (!accountNumber) return 'accountNumber is missing';
  if (routingNumber === undefined) return 'routingNumber is missing';
  if (row.holder === '') return 'holder is missing';
  const account = {
    name: row.holder,
    routingNumber,
    kind: row.accountKind,
    holder: row.accountHolder,
  };
  return { kind, number: accountNumber, account };
}

/** Cards and bank accounts with their numbers, for businesses of this environment. */
export function tokenKind(environment: Business['environment']): Kind<Fields> {
  /** Sealed outside of the transaction. */
  const prepared = new WeakMap<Row, NewToken | string>();
  return {
    fields: fieldsIn(environment),
    passedOver: ['first6', 'createdAt'],

    async prepare(world, business, rows) {
      const { id: businessId } = business;
      const judge = accountJudge(world, business);
      for (const row of rows) {
        const { processorToken } = row;
        if (processorToken) {
          const held = await heldCardOf({ ...row, processorToken }, business, judge);
          const isWrong = typeof held === 'string';
          prepared.set(row, isWrong ? held : await heldTokenOf(world, businessId, held));
          continue;
        }
        const method = methodOf(row);
        if (typeof method === 'string') {
          prepared.set(row, method);
          continue;
        }
        const { holder: firstName, address: address1, postalCode } = row;
        const contact = contactWithPhone('', { firstName, address1, postalCode });
        prepared.set(row, await newTokenOf(world, businessId, method, contact));
      }
    },

    async write(_, tx, { id: businessId }, rows) {
      const keys = rows.map(({ id }) => importKey(id));
      const ids = rows.map(({ id }) => id);
      // A token that was exported from here is there under its own name.
      const found = await tokensNamed(tx, businessId, keys, ids);
      const byKey = new Map(found.map((one) => [one.idempotencyKey, one.token]));
      const own = new Set(found.map(({ token }) => token));
      const customers = await customersByName(
        tx,
        businessId,
        rows.map(({ customer }) => customer),
      );
      const judged = rows.map((row, i) => {
        const key = keys[i]!;
        const made = prepared.get(row)!;
        const customerId = customers.get(row.customer);
        const earlier = byKey.get(key) ?? (own.has(row.id) ? row.id : undefined);
        if (earlier !== undefined)
          return { told: { outcome: 'exists', made: earlier } satisfies Written };
        if (typeof made === 'string') return { told: refused(made) };
        if (customerId === undefined)
          return { told: refused('customer is not there: import customers first') };
        const token = { made, customerId, key, state: row.state, ...firstChargeIn(row) };
        return { told: { outcome: 'created', made: made.token.token } satisfies Written, token };
      });
      const fresh = judged.flatMap(({ token }) => (token ? [token] : []));
      if (!(await insertImported(tx, fresh))) {
        throw new FileFlaw(
          'another import of the same rows is under way: run this one again after it',
        );
      }
      return judged.map(({ told }) => told);
    },
  };
}

function refused(why: string): Written {
  return { outcome: 'refused', why };
}

/** The facts of the charge with which it was stored. */
function firstChargeIn(row: Row) {
  const { networkTransactionId, networkTransactionOf, networkTransactionCents: cents } = row;
  const networkTransactionCents = cents === undefined ? undefined : BigInt(cents);
  return { networkTransactionId, networkTransactionOf, networkTransactionCents };
}
