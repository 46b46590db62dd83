import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serviceOperations } from '../../src/api/operations/index.ts';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';
import type { BindingName } from '../asmx/bindings.ts';
import { newLead } from '../asmx/new-lead.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { anyText, callsBy, oneOfEachResult, type Payer, payment, silent } from './calls.ts';
import { envelopeIn, faultIn, messageIn, recordsIn } from './heard.ts';
import { doJob, type StockAnswer, stockClients, type Understood } from './stock.ts';

/** Clients that nobody here wrote read our description, and call every operation. */
const fixture = await makeFixture(
  { after },
  { settings: { BAD_CREDENTIALS_PER_MINUTE: '100000' } },
);
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const payer = await newPayer();

for (const stock of Object.values(stockClients)) {
  for (const binding of stock.bindings) {
    describe(`${stock.name} by ${binding}`, { skip: stock.missing }, () => {
      const calls = callsBy(payer);
      const answers = new Map<string, StockAnswer>();
      const answerTo = (what: string) => answers.get(what)!;
      let understood: Understood;
      before(async () => {
        const wsdl = `${baseUrl}/Service.asmx?WSDL`;
        const heard = await doJob(stock, { wsdl, binding, calls: Object.values(calls) });
        understood = heard.understood;
        for (const [i, what] of Object.keys(calls).entries()) answers.set(what, heard.answers[i]!);
      });

      test('reads every operation with its parameters and their types', () => {
        const expected = serviceOperations.map((operation) => described(operation, binding));
        assert.deepEqual(linesOf(understood), expected);
      });

      for (const operation of serviceOperations) {
        test(`calls ${operation.name}`, () => {
          checkSuccess(answerTo(operation.name), operation);
        });
      }

      for (const operation of oneOfEachResult) {
        test(`is told by ${operation.name} that its credentials are wrong`, () => {
          const answer = answerTo(`${operation.name}, wrong credentials`);
          const message = messageIn(answer, operation, binding, 'client');
          assert.equal(message, 'The credentials are missing or wrong.');
        });
      }

      test('carries any text there and back', async () => {
        const { OrderNumber: sent } = calls['any text']!.values;
        const { Message, OrderNumber } = envelopeIn(answerTo('any text'), payment);
        assert.equal(OrderNumber, sent, Message);
        const stored = await fixture.db.query<{ description: string }>(
          `select details ->> 'description' as description from invoices where order_number = $1`,
          [sent],
        );
        assert.deepEqual(stored, [{ description: anyText }]);
      });

      test('understands which parameter needs a value', () => {
        const message = faultIn(answerTo('no value'), binding, 'client');
        assert.equal(message, `${silent.needs} is required.`);
      });

      // What is not false is true to zeep, before it writes an envelope.
      const isMadeTrue = stock === stockClients.python && binding.startsWith('SOAP');
      if (isMadeTrue) return;
      test('understands that a word is no boolean', () => {
        const message = faultIn(answerTo('no boolean'), binding, 'client');
        assert.match(message, /maybe.* Boolean/s);
      });
    });
  }
}

function checkSuccess(answer: StockAnswer, operation: ServiceOperation): void {
  if (operation.result === 'empty') {
    assert.equal(answer.fault, undefined);
  } else if (operation.result === 'text') {
    const { IsSuccess, Message, Data } = envelopeIn(answer, operation);
    assert.equal(IsSuccess, true, Message);
    assert.ok(Data);
  } else {
    for (const { Error: message } of recordsIn(answer, operation.name, operation.result)) {
      assert.ok(!message, message!);
    }
  }
}

/** An operation in a line, as the table has it: only SOAP knows of booleans. */
function described({ name, credentials, parameters }: ServiceOperation, binding: BindingName) {
  const isSoap = binding.startsWith('SOAP');
  const texts = (credentials?.order ?? []).map((parameter) => `${parameter}: string`);
  const others = Object.entries(parameters).map(
    ([parameter, { soapType }]) => `${parameter}: ${(isSoap && soapType) || 'string'}`,
  );
  return `${name}(${[...texts, ...others].join(', ')})`;
}

function linesOf({ operations }: Understood): string[] {
  return Object.entries(operations).map(([name, types]) => {
    const parameters = Object.entries(types).map(([parameter, type]) => {
      // Whichever prefix a client gives the schema's own.
      return `${parameter}: ${type.replace(/^.*:/, '')}`;
    });
    return `${name}(${parameters.join(', ')})`;
  });
}

async function newPayer(): Promise<Payer> {
  const { username, apiKey } = await fixture.addBusiness();
  const { call, close: hangUp } = client(baseUrl, { username, apiKey });
  const fields = { ...cardFields, Amount: '12.50', CreateToken: true };
  const { Data } = JSON.parse((await call('CreatePayment', fields)).body);
  hangUp();
  const lead = await newLead(baseUrl, { username, apiKey });
  return { username, apiKey, lead, cardToken: Data.TokenResult, invoice: Data.InvoiceID };
}
