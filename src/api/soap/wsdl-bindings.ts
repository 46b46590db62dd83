import { element } from '../../kernel/xml/text.ts';
import type { Method } from './method.ts';

type Binding = {
  readonly name: string;
  readonly portType: string;
  readonly prefix: 'soap' | 'soap12' | 'http';
  readonly protocol: string[];
  operation(method: Method, namespace: string): string[];
  readonly input: string[];
  output(method: Method): string[];
};

/** In the order of the ports: most clients take the first that they understand. */
const bindings: readonly Binding[] = [
  soapBinding('ServiceSoap', 'soap'),
  soapBinding('ServiceSoap12', 'soap12'),
  httpBinding('ServiceHttpGet', 'GET', element('http:urlEncoded')),
  httpBinding(
    'ServiceHttpPost',
    'POST',
    element('mime:content', { type: 'application/x-www-form-urlencoded' }),
  ),
];

/** How each operation is called in each of the four bindings. */
export function wsdlBindings(methods: readonly Method[], namespace: string): string[] {
  return bindings.flatMap((binding) => {
    const { name, portType, protocol } = binding;
    return element('wsdl:binding', { name, type: `tns:${portType}` }, [
      ...protocol,
      ...methods.flatMap((method) => operationOf(binding, method, namespace)),
    ]);
  });
}

/** The address of each binding. */
export function wsdlService(address: string): string[] {
  const ports = bindings.flatMap(({ name, prefix }) => {
    const location = element(`${prefix}:address`, { location: address });
    return element('wsdl:port', { name, binding: `tns:${name}` }, location);
  });
  return element('wsdl:service', { name: 'Service' }, ports);
}

function operationOf(binding: Binding, method: Method, namespace: string): string[] {
  return element('wsdl:operation', { name: method.name }, [
    ...binding.operation(method, namespace),
    ...element('wsdl:input', {}, binding.input),
    ...element('wsdl:output', {}, binding.output(method)),
  ]);
}

function soapBinding(name: string, prefix: 'soap' | 'soap12'): Binding {
  const body = element(`${prefix}:body`, { use: 'literal' });
  return {
    name,
    portType: 'ServiceSoap',
    prefix,
    protocol: element(`${prefix}:binding`, { transport: 'http://schemas.xmlsoap.org/soap/http' }),
    operation: (method, namespace) =>
      element(`${prefix}:operation`, {
        soapAction: `${namespace}${method.name}`,
        style: 'document',
      }),
    input: body,
    output: () => body,
  };
}

function httpBinding(name: string, verb: 'GET' | 'POST', input: string[]): Binding {
  return {
    name,
    portType: name,
    prefix: 'http',
    protocol: element('http:binding', { verb }),
    operation: (method) => element('http:operation', { location: `/${method.name}` }),
    input,
    output: ({ result }) => (result === 'empty' ? [] : element('mime:mimeXml', { part: 'Body' })),
  };
}
