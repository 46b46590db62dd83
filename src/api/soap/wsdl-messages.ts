import { element } from '../../kernel/xml/text.ts';
import type { Method } from './method.ts';
import { documentRoot } from './wsdl-types.ts';

/** SOAP 1.1 and 1.2 share their messages. */
const kinds = ['Soap', 'HttpGet', 'HttpPost'] as const;

export function wsdlMessages(methods: readonly Method[]): string[] {
  return kinds.flatMap((kind) => methods.flatMap((method) => messagesOf(method, kind)));
}

/** The operations, independent of their bindings. */
export function wsdlPortTypes(methods: readonly Method[]): string[] {
  return kinds.flatMap((kind) => {
    const operations = methods.flatMap(({ name }) => {
      return element('wsdl:operation', { name }, [
        ...element('wsdl:input', { message: `tns:${name}${kind}In` }),
        ...element('wsdl:output', { message: `tns:${name}${kind}Out` }),
      ]);
    });
    return element('wsdl:portType', { name: `Service${kind}` }, operations);
  });
}

function messagesOf(method: Method, kind: (typeof kinds)[number]): string[] {
  const [input, output] = kind === 'Soap' ? soapParts(method) : httpParts(method);
  return [
    ...element('wsdl:message', { name: `${method.name}${kind}In` }, input),
    ...element('wsdl:message', { name: `${method.name}${kind}Out` }, output),
  ];
}

function soapParts({ name }: Method): [input: string[], output: string[]] {
  return [
    part('parameters', { element: `tns:${name}` }),
    part('parameters', { element: `tns:${name}Response` }),
  ];
}

/** A boolean travels as text here. */
function httpParts({ parameters, result }: Method): [input: string[], output: string[]] {
  const root = documentRoot(result);
  return [
    parameters.flatMap(({ name }) => part(name, { type: 's:string' })),
    root ? part('Body', { element: `tns:${root}` }) : [],
  ];
}

function part(name: string, content: { element: string } | { type: string }): string[] {
  return element('wsdl:part', { name, ...content });
}
