import type { Method } from './method.ts';
import { wsdlBindings, wsdlService } from './wsdl-bindings.ts';
import { wsdlMessages, wsdlPortTypes } from './wsdl-messages.ts';
import { wsdlTypes } from './wsdl-types.ts';
import { element, xmlDocument } from './xml-lines.ts';

/** The description that clients are generated from. Its order is fixed: some pick things by place. */
export function wsdl(methods: readonly Method[], namespace: string, address: string): string {
  const attributes = {
    'xmlns:soapenc': 'http://schemas.xmlsoap.org/soap/encoding/',
    'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
    'xmlns:http': 'http://schemas.xmlsoap.org/wsdl/http/',
    'xmlns:tns': namespace,
    'xmlns:mime': 'http://schemas.xmlsoap.org/wsdl/mime/',
    'xmlns:tm': 'http://microsoft.com/wsdl/mime/textMatching/',
    'xmlns:s': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
    targetNamespace: namespace,
    'xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
  };
  const definitions = element('wsdl:definitions', attributes, [
    ...wsdlTypes(methods, namespace),
    ...wsdlMessages(methods),
    ...wsdlPortTypes(methods),
    ...wsdlBindings(methods, namespace),
    ...wsdlService(address),
  ]);
  return xmlDocument(definitions);
}
