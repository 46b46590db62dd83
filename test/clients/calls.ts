import assert from 'node:assert/strict';
import { serviceOperations } from '../../src/operations/index.ts';
import type { ServiceOperation } from '../../src/operations/operation.ts';
import { goodValues, goodValuesOf } from '../asmx/good-values.ts';
import type { StockCall } from './stock.ts';

/** Who calls, and the card token that is paid with. */
export type Payer = {
  readonly username: string;
  readonly apiKey: string;
  readonly cardToken: string;
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
      values: { ...goodCall(operation, payer), ...changes },
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

function goodCall(operation: ServiceOperation, payer: Payer): StockCall['values'] {
  const { name: called, credentials, parameters } = operation;
  const known: Record<string, string> = {
    ...goodValues,
    ...goodValuesOf[called],
    CardToken: payer.cardToken,
    OrderNumber: `order-${newNumber()}`,
  };
  const values: Record<string, string | boolean> = {};
  for (const name of credentials?.order ?? []) {
    values[name] = name === credentials!.apiKey ? payer.apiKey : payer.username;
  }
  for (const [name, { soapType }] of Object.entries(parameters)) {
    const value = known[name];
    assert.ok(value !== undefined, `test/asmx/good-values.ts has no ${name}`);
    values[name] = soapType === 'boolean' ? value === 'true' : value;
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
