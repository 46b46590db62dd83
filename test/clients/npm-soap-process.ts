import { text } from 'node:stream/consumers';
import { createClientAsync } from 'soap';
import type { Job, StockAnswer, StockCall, Understood } from './stock.ts';

/** Does the job on stdin with npm soap, and writes what it heard as lines of JSON. */
const { wsdl, binding, calls }: Job = JSON.parse(await text(process.stdin));
const client = await createClientAsync(wsdl, { forceSoap12Headers: binding === 'SOAP 1.2' });

say(understood());
for (const call of calls) say(await answerTo(call));

function understood(): Understood {
  const { ServiceSoap, ServiceSoap12 } = client.describe().Service;
  const port = binding === 'SOAP 1.2' ? ServiceSoap12 : ServiceSoap;
  const names = Object.keys(port);
  return { operations: Object.fromEntries(names.map((name) => [name, port[name].input])) };
}

async function answerTo({ operation, values }: StockCall): Promise<StockAnswer> {
  try {
    const [result] = await client[`${operation}Async`](values);
    return { result };
  } catch (error) {
    const { Fault } = (error as { root: { Envelope: { Body: Record<string, Fault> } } }).root
      .Envelope.Body;
    return { fault: readFault(Fault!) };
  }
}

type Fault =
  | { readonly faultcode: string; readonly faultstring: string }
  | { readonly Code: { Value: string }; readonly Reason: { Text: { $value: string } } };

function readFault(fault: Fault) {
  return 'Code' in fault
    ? { code: fault.Code.Value, text: fault.Reason.Text.$value }
    : { code: fault.faultcode, text: fault.faultstring };
}

function say(line: Understood | StockAnswer): void {
  console.log(JSON.stringify(line));
}
