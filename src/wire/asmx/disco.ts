import { element, xmlDocument } from './xml-lines.ts';

/** Where the description of Service.asmx is, for tools that discover services by it. */
export function disco(namespace: string, address: string): string {
  const attributes = {
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    xmlns: 'http://schemas.xmlsoap.org/disco/',
  };
  const contract = element('contractRef', {
    ref: `${address}?wsdl`,
    docRef: address,
    xmlns: 'http://schemas.xmlsoap.org/disco/scl/',
  });
  const bindings = ['ServiceSoap', 'ServiceSoap12'].flatMap((name, i) => {
    const prefix = `q${i + 1}`;
    return element('soap', {
      address,
      [`xmlns:${prefix}`]: namespace,
      binding: `${prefix}:${name}`,
      xmlns: 'http://schemas.xmlsoap.org/disco/soap/',
    });
  });
  return xmlDocument(element('discovery', attributes, [...contract, ...bindings]));
}
