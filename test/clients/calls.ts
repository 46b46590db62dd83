import { serviceOperations } from '../../src/api/operations/index.ts';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';
import { goodCall } from '../asmx/good-values.ts';
import type { StockCall } from './stock.ts';

/** Who calls, and the card token that is paid with. */
export type Payer = {
  readonly username: string;
  readonly apiKey: string;
  readonly cardToken: string;
  readonly invoice: string;
  readonly lead: string;
};

export const payment = operationNamed('ProcessTokenPaymentTest');
/** Answers with nothing, so that only a fault can tell what is wrong. */
export const silent = { ...operationNamed('SearchCustomerAcquirerB'), needs: 'CustomerCode' };
export const oneOfEachResult = ['CheckPhoneType', 'ContactInsert', 'BatchCloseAcquirerB'].map(
  operationNamed,
);

const hard = '5 < 6 & "7" is \'8\' ]]> &amp; é 漢字 😀 ';
export const anyText = `${hard}\nsecond\tline\r\n\r\n<b>%3C last</b>`;

/** What one client is asked to do in one binding, by what it shows. */
export function callsBy(payer: Payer): Readonly<Record<string, StockCall>> {
  const calls: Record<string, StockCall> = {};
  const add = (what: string, operation: ServiceOperation, changes: StockCall['values'] = {}) => {
    calls[what] = {
      operation: operation.name,
      values: { ...typedCall(operation, payer), ...changes },
    };
  };

  for (const operation of serviceOperations) add(operation.name, operation);
  for (const operation of oneOfEachResult) {
    const { apiKey } = operation.credentials!;
    add(`${operation.name}, wrong credentials`, operation, { [apiKey]: 'sandbox_wrong' });
  }
  add('any text', payment, { Description: anyText, OrderNumber: hard + newNumber() });
  add('no value', silent, { [silent.needs]: '' });
  add('no boolean', payment, { IsEmailReceipt: 'maybe' });
  return calls;
}

/** A boolean of the schema is one in the program too. */
function typedCall(operation: ServiceOperation, payer: Payer): StockCall['values'] {
  const values: Record<string, string | boolean> = goodCall(operation, payer);
  for (const [name, { soapType }] of Object.entries(operation.parameters)) {
    if (soapType === 'boolean') values[name] = values[name] === 'true';
  }
  return values;
}

let numbers = 0;

function newNumber(): number {
  numbers += 1;
  return numbers;
}

function operationNamed(name: string): ServiceOperation {
  return serviceOperations.find((operation) => operation.name === name)!;
}
