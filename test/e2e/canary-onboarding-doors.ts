import { envelopeOf, namespace } from '../asmx/bindings.ts';
import { businessFields, merchantFields } from '../onboarding/fields.ts';
import { accountCanary, type Needle, ssnCanary, wordCanary } from './canaries.ts';
import type { Door } from './canary-doors.ts';

type Credentials = { readonly username: string; readonly apiKey: string };
type Fields = Readonly<Record<string, string>>;

/** Businesses that are made, and some that are not, with canaries of their own in every secret field. */
export function onboardingDoors({ username, apiKey }: Credentials) {
  const needles: Needle[] = [];
  const keep = <C extends { readonly marks: Needle[] }>(canary: C): C => {
    needles.push(...canary.marks);
    return canary;
  };
  const word = (label: string) => keep(wordCanary(label)).word;
  const owner = (label: string) => ({
    SSN: keep(ssnCanary(`SSN, ${label}`)).digits,
    AccountNumber: keep(accountCanary(`deposits, ${label}`)).digits,
  });
  const secrets = (label: string) => ({
    ExternalAPIKey: word(`own key of ${label}`),
    PaymentsWebhookURL: 'https://hooks.example.com/payments',
    PaymentWebhookUsername: 'quittance',
    PaymentWebhookPassword: word(`webhook password of ${label}`),
  });
  const door = (name: string, operation: string, body: Fields, status = 200): Door => ({
    name,
    path: `/api/Default/${operation}`,
    body,
    statuses: [status],
  });

  const [business, merchant] = ['CreateNewBusiness', 'CreateNewMerchantAccount'] as const;
  const asked = (label: string, changes: Fields = {}) => ({
    ...merchantFields,
    ...owner(label),
    ...changes,
  });
  const twice = asked('twice', { ExternalID: 'twice' });
  const wrong = asked('refused', { BankName: '', GatewayPasskey: word('passkey, refused') });
  const both = keep(ssnCanary('SSN and EIN')).digits;
  const misplaced = keep(ssnCanary('SSN, misplaced')).digits;
  const doors = [
    door(business, business, {
      ...businessFields,
      ...secrets(business),
      ExternalPassword: word('external password'),
    }),
    door(
      merchant,
      merchant,
      asked('made', { ...secrets(merchant), GatewayPasskey: word('passkey') }),
    ),
    door('a merchant to be made once', merchant, twice),
    door('a merchant made before', merchant, twice, 409),
    ...['one', 'other'].map((label) =>
      door(`a merchant to be looked at, ${label}`, merchant, {
        ...asked(`looked at, ${label}`, secrets(`looked at, ${label}`)),
        BusinessLegalName: 'Park outcome-in-review',
        ExternalAPIKey: '',
      }),
    ),
    door('a refused merchant', merchant, wrong, 400),
    {
      ...door('a merchant with an Idempotency-Key', merchant, asked('key')),
      headers: { 'Idempotency-Key': 'key-merchant' },
    },
    door('one number for owner and business', merchant, asked('both', { SSN: both, EIN: both })),
    door('SSN as routing number', merchant, asked('x', { RoutingNumber: misplaced }), 400),
    door('SSN as a state', merchant, asked('y', { State: misplaced }), 400),
    ...soapDoors(),
  ];
  return { doors, needles };

  function soapDoors(): Door[] {
    return ['CreateMerchantAccount', 'CreateMerchantAccountTest'].map((name) => {
      const { AccountName: accountName, BusinessTypeId: _, ...fields } = asked(name);
      const sent = { Token: apiKey, Username: username, ...fields, accountName };
      return {
        name,
        path: '/Service.asmx',
        headers: { 'Content-Type': 'text/xml', SOAPAction: `"${namespace}${name}"` },
        body: envelopeOf('1.1', name, sent),
        statuses: [200],
      };
    });
  }
}
