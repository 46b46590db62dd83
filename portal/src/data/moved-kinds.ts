import { personColumns } from './file-columns.ts';

/* The columns of a file of customers, plans or subscriptions, with other names that files give them. */

const terms = {
  amountCents: 'cents amountincents',
  currency: 'moneda',
  interval: 'every period billinginterval intervalo',
  discountBasisPoints: 'discount descuento',
  taxCents: 'tax impuesto',
} as const;

const kinds = {
  customers: {
    id: 'externalid customerid customerno customernumber clientid memberid memberno membernumber number cliente',
    ...personColumns,
    address1: 'address street streetaddress direccion calle',
    address2: 'addressline2 unit suite apt',
    city: 'town ciudad',
    stateCode: 'state province region estado',
    postalCode: 'zip zipcode postcode codigopostal',
    countryCode: 'country pais',
    status: 'estatus',
    details: '',
    createdAt: 'created since',
  },
  plans: {
    id: 'code plan planid codigo',
    ...terms,
    trialDays: 'trial',
    periods: 'cycles',
  },
  subscriptions: {
    id: 'externalid subscriptionid',
    customer: 'customerid cliente',
    token: 'card source cardid',
    plan: 'planid plancode',
    ...terms,
    state: 'status estado',
    startsOn: 'start startdate',
    trialEndsOn: 'trialend',
    nextChargeOn: 'next nextcharge nextbilling nextpayment',
    anchorOn: 'anchor',
    periodsLeft: 'cyclesleft',
    cancelsAtEnd: '',
    carryCents: '',
    createdAt: 'created',
    endedAt: 'ended canceledat',
  },
} as const;

export type MovedKind = keyof typeof kinds;
export type MovedColumn = { [K in MovedKind]: keyof (typeof kinds)[K] }[MovedKind] & string;

/** The columns of a kind, each with other names for it. */
export function columnsOf(kind: MovedKind): Readonly<Record<MovedColumn, string>> {
  return kinds[kind] as unknown as Readonly<Record<MovedColumn, string>>;
}

/** Without these every row is refused. */
export const requiredColumns: Readonly<Record<MovedKind, readonly MovedColumn[]>> = {
  customers: ['id'],
  plans: ['id', 'amountCents', 'interval'],
  subscriptions: ['id', 'customer', 'token'],
};
