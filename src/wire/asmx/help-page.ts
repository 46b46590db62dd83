import { helpFrame } from './help-frame.ts';
import { type Sample, samples } from './help-samples.ts';
import type { Method } from './method.ts';
import { quoted } from './quoted.ts';
import { xmlAttribute, xmlText } from './xml-text.ts';

const listLink = '<p>Click <a href="Service.asmx">here</a> for a complete list of operations.</p>';

/** What a person sees who opens Service.asmx. */
export function helpPage(methods: readonly Method[]): string {
  // By code unit: a name in small letters comes after all others.
  const sorted = methods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const body = `<p>The following operations are supported.  For a formal definition, please review the <a href="Service.asmx?WSDL">Service Description</a>.</p>
<ul>
${sorted.map(listItem).join('\n')}
</ul>`;
  return helpFrame('Service Web Service', body);
}

/** One operation, or word that there is none of that name: the name is whatever the caller sent. */
export function methodPage(
  methods: readonly Method[],
  name: string,
  options: { namespace: string; address: string; hasTestForm: boolean },
): string {
  const method = methods.find((one) => one.name === name);
  if (!method) {
    const sentence = `Method '${quoted(name)}' was not found in service Service.`;
    const body = `${listLink}\n<h2>Method Not Found</h2>\n<p>${xmlText(sentence)}</p>`;
    return helpFrame('Service Web Service', body);
  }
  const body = `${listLink}
<h2>${xmlText(method.name)}</h2>
<p class="doc">${xmlText(method.doc)}</p>
<h3>Test</h3>
${testForm(method, options)}
${samples(method, options).map(sampleSection).join('\n')}`;
  return helpFrame('Service Web Service', body);
}

function listItem({ name, doc }: Method): string {
  const link = xmlAttribute(`Service.asmx?op=${encodeURIComponent(name)}`);
  return `<li><a href="${link}">${xmlText(name)}</a><br /><span class="doc">${xmlText(doc)}</span></li>`;
}

/** Calls the operation by the POST binding. It holds names only: no value is ever shown again. */
function testForm(
  { name, parameters }: Method,
  { address, hasTestForm }: { address: string; hasTestForm: boolean },
): string {
  if (!hasTestForm) {
    return '<p>The test form is only available for requests from the local machine.</p>';
  }
  const action = xmlAttribute(`${address}/${encodeURIComponent(name)}`);
  const table = `<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">Value</th></tr></thead>
<tbody>
${parameters.map((parameter) => row(parameter.name)).join('\n')}
</tbody>
</table>`;
  return `<p>To test the operation using the HTTP POST protocol, click the 'Invoke' button.</p>
<form target="_blank" action="${action}" method="POST">
${parameters.length > 0 ? table : ''}
<p><button type="submit">Invoke</button></p>
</form>`;
}

function row(name: string): string {
  const [text, attribute] = [xmlText(name), xmlAttribute(name)];
  return `<tr><th scope="row"><label for="p-${attribute}">${text}:</label></th><td><input type="text" size="50" name="${attribute}" id="p-${attribute}" autocomplete="off" /></td></tr>`;
}

function sampleSection({ protocol, request, response }: Sample): string {
  return `<h3>${protocol}</h3>
<p>The following is a sample ${protocol} request and response.  The placeholders shown need to be replaced with actual values.</p>
<pre>${highlighted(request)}</pre>
<pre>${highlighted(response)}</pre>`;
}

/** Names of a form and all placeholders stand out. No other text stands in the elements of a sample. */
function highlighted(sample: string): string {
  return xmlText(sample)
    .replace(/(?<=&gt;)(?:string|boolean)(?=&lt;)/g, '<var>$&</var>')
    .replace(/(?<=^Content-Length: )length$/gm, '<var>$&</var>')
    .replace(/([^\s?&;=]+)=string(?=[&\s]|$)/g, '<b>$1</b>=<var>string</var>');
}
