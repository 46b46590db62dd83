import { xmlText } from './xml-text.ts';

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

/** A page of the help around its own part, which is markup already. */
export function helpFrame(title: string, body: string): string {
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
