import {
  externalList,
  externalResponse,
  type FieldShape,
  type RecordShape,
  type Row,
  responseMessageInput,
} from '../../src/api/operations/records.ts';
import {
  type Arguments,
  type Method,
  MethodFault,
  type MethodParameter,
  type ResultShape,
} from '../../src/api/soap/method.ts';

type Echo = (args: Arguments) => string | readonly (Row | null)[] | undefined;

const events = 'ewBusinessUser ewBusinessToken';
const usual = 'Token Username';
const application =
  'FirstName LastName DateOfBirth SSN Email Phone Address1 Address2 City State PostalCode ' +
  'BusinessLegalName DBA EIN URL BusinessAddress BusinessCity BusinessState BusinessPostalCode ' +
  'accountName AccountNumber BankName RoutingNumber';

const people: readonly (Row | null)[] = [
  {
    SurveyAnswers: [{ QuestionText: 'Q', AnswerText: 'A' }, null],
    FirstName: 'Ann',
    LastName: '',
  },
  null,
  { SurveyAnswers: [], FirstName: 'Bob' },
];

/**
 * The service behind the recordings: it has every operation of the interface and does nothing. In place of
 * an argument `null`, `empty`, `esc`, `ctl` or `boom` makes an odd result of any of them.
 */
export const echoMethods: readonly Method[] = [
  echo('GetIndividualsForExternalAPI', events, plain(externalList), () => people),
  echo(
    'ContactInsert',
    `${events} AgentPhoneNumber PhoneNumber FirstName LastName`,
    plain(responseMessageInput),
    (args) => [{ Error: '', ResponseMessage: joined(args) }],
  ),
  echo(
    'ExternalAPIResponse',
    `${events} IsSuccess IsSent IndividualID ExternalAPIID ReturnMessage`,
    plain(externalResponse),
    (args) => [{ ReturnMessage: joined(args), Error: '' }],
  ),
  echo(
    'SendPaymentSMS',
    `${usual} BusinessName AccountNumber Description TotalAmountDue BillToName BillToAddress1 ` +
      'BillToCity BillToState BillToZip BillToCellPhone BillToAddress2 BusinessAddress1 ' +
      'BusinessAddress2 BusinessCity BusinessState BusinessZip BusinessPhone BusinessEmail ' +
      'AccountNumber2 InvoiceID StatementDate Subtotal Tax ConvenienceFee ScheduledDate ' +
      'ExpirationDate SMSMessage',
  ),
  echo('CreateMerchantAccount', `${usual} ${application} IPAddress`),
  echo('CreateMerchantAccountTest', `${usual} ${application} MessageType`),
  echo(
    'UpdateCustomer',
    `${usual} IndividualID FirstName LastName Email PhoneNumber Title CompanyName Address1 ` +
      'Address2 City CountryCode StateCode PostalCode Status OriginCode CustomField1 CustomField2 ' +
      'CustomField3 CustomField4 CustomField5 CustomField6 CustomField7 ExternalID',
  ),
  echo(
    'OnboardNewBusiness',
    `${usual} providerId providerName providerTaxId providerAddress1 providerAddress2 ` +
      'providerCity providerState providerZipcode providerPhone1 providerPhone2 providerEmail ' +
      'provideruserName',
  ),
  echo(
    'ProcessTokenPaymentTest',
    `${usual} CardToken Amount Description OrderNumber ChargeType IsEmailReceipt:boolean ` +
      'IsSMSReceipt:boolean StatementDescriptor',
    'text',
    (args) => joined(args, ['Description', 'OrderNumber', 'ChargeType']),
  ),
  echo(
    'CreateCustomerSubscription',
    `${usual} CardToken PlanCode Amount Interval Discount Tax StartDate`,
  ),
  echo(
    'AcquirerATokenUpdate',
    `${usual} CardToken FirstName LastName CardNumber ExpirationDate Address1 PostalCode`,
  ),
  echo('ProcessRefundNoCC', `${usual} RefundType Amount OrderNumber PaymentID`),
  echo('CreateSMSReceipt', `${usual} FirstName LastName MobilePhone SMSMessage Email`),
  echo('GetCustomerInformation', `${usual} IndividualID`),
  echo('CheckPhoneType', `${usual} PhoneNumber`, 'text', (args) => `[${args.get('Token')}]`),
  echo('smsprovidertest', 'AmountHolder State'),
  echo('SearchCustomerAcquirerB', `${usual} CustomerCode`, 'empty', () => undefined),
  echo('BatchCloseAcquirerB', usual, 'empty', () => undefined),
];

function echo(
  name: string,
  parameters: string,
  result: ResultShape = 'text',
  say: Echo = (args) => joined(args),
): Method {
  return {
    name,
    doc: '',
    parameters: parameters.split(' ').map(parameter),
    result,
    async run(args) {
      const sent = [...args.values()];
      if (sent.includes('boom')) {
        throw new MethodFault(result === 'empty' ? 'inner boom' : 'boom message', 'server');
      }
      if (result === 'empty') return { value: undefined };
      if (sent.includes('null')) return { value: null };
      if (sent.includes('empty')) return { value: result === 'text' ? '' : [] };
      const odd = sent.find((value) => typeof value === 'string' && oddTexts.has(value));
      return { value: oddTexts.get(String(odd)) ?? say(args) };
    },
  };
}

const oddTexts: ReadonlyMap<string, string> = new Map([
  ['esc', `<a href="x">&'\r\n\t]]> é`],
  ['ctl', 'a\u0001b'],
]);

function parameter(text: string): MethodParameter {
  const [name = '', type] = text.split(':');
  return { name, type: type === 'boolean' ? type : 'string' };
}

function joined(args: Arguments, without: readonly string[] = []): string {
  const shown = [...args].filter(([name]) => !without.includes(name));
  return shown.map(([, value]) => shownAs(value)).join('|');
}

function shownAs(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value ?? '~';
}

/** The recorded service wrote every entry out, and had nothing that may be nil. */
function plain({ name, fields }: RecordShape): RecordShape {
  return { name, fields: fields.map(plainField) };
}

function plainField(field: FieldShape): FieldShape {
  if (field.type === 'list') return { ...field, of: plain(field.of) };
  return field.type === 'nothing' ? { ...field, isNillable: false } : field;
}
