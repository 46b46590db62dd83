import { serviceOperations } from '../../src/api/operations/index.ts';
import type { ServiceOperation } from '../../src/api/operations/operation.ts';
import { envelopeOf, namespace } from '../asmx/bindings.ts';
import { goodValues } from '../asmx/good-values.ts';
import type { Door } from './canary-doors.ts';

type Credentials = { readonly username: string; readonly apiKey: string };
type Sent = Readonly<Record<string, string>>;

// An answer, or a fault that names what is wrong.
const statuses = [200, 500];
const path = '/Service.asmx';

/** Every parameter of every operation of Service.asmx holds a card number, in each binding. */
export function asmxDoors(credentials: Credentials, card: (label: string) => string): Door[] {
  const inParameters = serviceOperations.flatMap((operation) =>
    namesOf(operation).flatMap((parameter) => {
      const pan = card(`${operation.name} ${parameter}`);
      return inEachBinding(operation, parameter, {
        ...valuesOf(operation, credentials, pan),
        [parameter]: pan,
      });
    }),
  );
  // Last, since whoever guesses too often is not let in for a while.
  const [first] = serviceOperations;
  const pan = card('credentials of Service.asmx');
  const asCredentials = inEachBinding(first!, 'credentials', {
    ...valuesOf(first!, { username: pan, apiKey: pan }, pan),
  });
  return [...inParameters, ...elsewhere(card), ...asCredentials];
}

/** A text that is compared and not shown is kept to the letter: no card number can be told from it there. */
function namesOf({ parameters }: ServiceOperation): string[] {
  const hasSecret = Object.values(parameters).some(({ isSecret }) => isSecret);
  const own = Object.entries(parameters).filter(([, { isVerbatim }]) => hasSecret || !isVerbatim);
  return own.map(([name]) => name);
}

function valuesOf(
  { parameters, credentials }: ServiceOperation,
  { username, apiKey }: Credentials,
  pan: string,
): Sent {
  const sent: Record<string, string> = {};
  if (credentials) {
    for (const name of credentials.order) {
      sent[name] = name === credentials.apiKey ? apiKey : username;
    }
  }
  for (const [name, { isSecret }] of Object.entries(parameters)) {
    sent[name] = isSecret && name === 'CardNumber' ? pan : (goodValues[name] ?? '');
  }
  return sent;
}

function inEachBinding({ name }: ServiceOperation, parameter: string, sent: Sent): Door[] {
  const label = `${name} ${parameter}`;
  const form = String(new URLSearchParams(sent));
  return [
    {
      name: `${label} in SOAP 1.1`,
      path,
      headers: { 'Content-Type': 'text/xml', SOAPAction: `"${namespace}${name}"` },
      body: envelopeOf('1.1', name, sent),
      statuses,
    },
    {
      name: `${label} in SOAP 1.2`,
      path,
      headers: { 'Content-Type': 'application/soap+xml' },
      body: envelopeOf('1.2', name, sent),
      statuses,
    },
    {
      name: `${label} in a query`,
      path: `${path}/${name}?${form}`,
      method: 'GET',
      body: '',
      statuses,
    },
    {
      name: `${label} in a form`,
      path: `${path}/${name}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form,
      statuses,
    },
  ];
}

function elsewhere(card: (label: string) => string): Door[] {
  const soap = (name: string, headers: Sent, body: string): Door => ({
    name,
    path,
    headers: { 'Content-Type': 'text/xml', ...headers },
    body,
    statuses: [400, 500],
  });
  const [inPath, inHelp] = [card('as an operation'), card('in the help page')];
  return [
    soap('SOAPAction', { SOAPAction: card('as SOAPAction') }, ''),
    soap('broken XML', {}, `<a>${card('in broken XML')}`),
    soap('namespace of the envelope', {}, `<e xmlns="urn:${card('as a namespace')}"/>`),
    { name: 'operation', path: `${path}/${inPath}`, method: 'GET', body: '', statuses: [500] },
    { name: 'help page', path: `${path}?op=${inHelp}`, method: 'GET', body: '', statuses: [200] },
  ];
}
