import { type bindings, callBy, resultText, type Sent } from '../asmx/bindings.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { atEnd, type Scope } from '../scope.ts';

/** What Service.asmx answers with a text. */
export type Said = {
  readonly IsSuccess: boolean;
  readonly Message: string;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has Data of its own.
  readonly Data: any;
  readonly Errors?: readonly { Field: string; Code: string; Message: string }[];
};

export type Counter = {
  readonly fixture: Fixture;
  readonly baseUrl: string;
  /** Calls an operation of Service.asmx with these parameters, and blanks for the others. */
  ask(shop: Caller, name: string, sent: Sent, more?: More): Promise<Said>;
  json(shop: Caller, name: string, fields: Fields): Promise<Said & { readonly status: number }>;
  /** Makes a customer with a card; returns its ids and its token. */
  newCustomer(shop: Caller, changes?: Fields): Promise<{ id: string; token: string }>;
};

type More = {
  readonly binding?: (typeof bindings)[number];
  readonly headers?: Sent;
  readonly baseUrl?: string;
};

/** A fixture whose doors are open: customers are served by both interfaces. */
export async function openCounter(scope: Scope): Promise<Counter> {
  const fixture = await makeFixture(scope);
  const { baseUrl, close } = await openDoor(await fixture.open());
  atEnd(scope, close);

  const json: Counter['json'] = async (shop, name, fields) => {
    const { call, close: hangUp } = client(baseUrl, shop);
    const { status, body } = await call(name, fields);
    hangUp();
    return { status, ...JSON.parse(body) };
  };

  return {
    fixture,
    baseUrl,
    json,
    async ask({ apiKey, username }, name, sent, more = {}) {
      const { binding = 'SOAP 1.1', headers = {} } = more;
      const credentials = { Token: apiKey, Username: username };
      const all = { ...credentials, ...blanks[name], ...sent };
      const { body } = await callBy(binding, more.baseUrl ?? baseUrl, name, all, headers);
      return JSON.parse(resultText(binding, name, body) ?? 'null') ?? body;
    },
    async newCustomer(shop, changes = {}) {
      const { Data } = await json(shop, 'CreateToken', { ...cardFields, ...changes });
      return { id: Data.IndividualID, token: Data.TokenResult };
    },
  };
}

const namesOf: Readonly<Record<string, string>> = {
  UpdateCustomer:
    'IndividualID FirstName LastName Email PhoneNumber Title CompanyName Address1 Address2 City CountryCode ' +
    'StateCode PostalCode Status OriginCode CustomField1 CustomField2 CustomField3 CustomField4 ' +
    'CustomField5 CustomField6 CustomField7 ExternalID',
  AcquirerATokenUpdate:
    'CardToken FirstName LastName CardNumber ExpirationDate Address1 PostalCode',
  GetCustomerInformation: 'IndividualID',
  CreateCustomerSubscription: 'CardToken PlanCode Amount Interval Discount Tax StartDate',
  ProcessTokenPaymentTest:
    'CardToken Amount Description OrderNumber ChargeType StatementDescriptor',
};

const blanks = Object.fromEntries(
  Object.entries(namesOf).map(([name, fields]) => [
    name,
    Object.fromEntries(fields.split(' ').map((field) => [field, ''])),
  ]),
);
