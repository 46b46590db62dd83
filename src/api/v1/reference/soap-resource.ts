import { serviceOperations } from '../../operations/index.ts';
import type { Parameter, ServiceOperation } from '../../operations/operation.ts';
import type { EndpointDoc, FieldDoc, ResourceDoc } from './described.ts';

export const serviceName = 'service';
export const serviceTitle = 'Operations of Service.asmx';

/** Service.asmx, which its own page shows with samples and a form to send them. */
export const serviceResource: ResourceDoc = {
  name: serviceName,
  title: serviceTitle,
  endpoints: serviceOperations.map(endpointDoc),
};

function endpointDoc({ name, doc, parameters, credentials, refuses }: ServiceOperation) {
  const own = Object.entries(parameters).map(([field, one]) => fieldDoc(field, one));
  const before = (credentials?.order ?? []).map((field) => ({
    name: field,
    type: 'text',
    doc: field === credentials?.apiKey ? 'The API key.' : 'The username of the business.',
    isRequired: true,
    words: [],
    object: undefined,
    inner: [],
  }));
  return {
    id: name,
    method: 'POST',
    path: `/Service.asmx/${name}`,
    doc,
    right: undefined,
    credentials: 'fields',
    parameters: [],
    body: [...before, ...own],
    example: undefined,
    answer: [],
    answerObject: undefined,
    files: [],
    answers: [],
    codes: refuses,
  } satisfies EndpointDoc;
}

function fieldDoc(name: string, { doc, isRequired, schema }: Parameter): FieldDoc {
  const words = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  return { name, type: 'text', doc, isRequired, words, object: undefined, inner: [] };
}
