import { xmlAttribute, xmlText } from '../../kernel/xml/text.ts';
import { type Sample, samples } from './help-samples.ts';
import type { Method } from './method.ts';
import { quoted } from './quoted.ts';

const listLink = '<p>Click <a href="Service.asmx">here</a> for a complete list of operations.</p>';

/** The list of operations. */
export function helpPage(methods: readonly Method[]): string {
  // By code unit: names in lower case come last.
  const sorted = methods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const body = `<p>The following operations are supported.  For a formal definition, please review the <a href="Service.asmx?WSDL">Service Description</a>.</p>
<ul>
${sorted.map(listItem).join('\n')}
</ul>`;
  return helpFrame('Service Web Service', body);
}

/** The page of one operation, or "Method Not Found" with the sent name. */
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

/** Calls the operation by the POST binding. The form holds names only; no value is shown again. */
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

/** Highlights names of a form and all placeholders. Elements of a sample contain no other text. */
function highlighted(sample: string): string {
  return xmlText(sample)
    .replace(/(?<=&gt;)(?:string|boolean)(?=&lt;)/g, '<var>$&</var>')
    .replace(/(?<=^Content-Length: )length$/gm, '<var>$&</var>')
    .replace(/([^\s?&;=]+)=string(?=[&\s]|$)/g, '<b>$1</b>=<var>string</var>');
}

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0 auto; max-width: 60rem; padding: 0 1.5rem 3rem; line-height: 1.5;
    font-family: system-ui, sans-serif; }
  h1 { margin: 0 -1.5rem 1.5rem; padding: 1rem 1.5rem; font-size: 1.6rem; font-weight: 600;
    color: #fff; background: #24496b; }
  h1 a { color: inherit; text-decoration: none; }
  h2 { margin-top: 2rem; }
  h3 { margin-top: 2.5rem; padding-bottom: .25rem; border-bottom: 1px solid #8886; }
  li { margin: .4rem 0; }
  pre { overflow-x: auto; padding: 1rem; border-radius: .4rem; font-size: .85rem;
    background: #8882; }
  pre b { color: #2a6fb0; font-weight: 600; }
  pre var { color: #b0452a; font-style: normal; font-weight: 600; }
  th { padding-right: 1.5rem; text-align: left; font-weight: 400; }
  thead th { font-weight: 600; }
  input, button { font: inherit; }
  .doc { opacity: .75; }
`;

/** The frame of a help page around a body that is markup already. */
function helpFrame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${xmlText(title)}</title>
<link rel="alternate" type="text/xml" href="Service.asmx?disco" />
<style>${style}</style>
</head>
<body>
<h1>Service</h1>
${body}
</body>
</html>
`;
}
