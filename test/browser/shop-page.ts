import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd, type Scope } from '../scope.ts';

/** Pages of a business on an origin of their own, which is another site than the service. */
export async function openShop(scope: Scope): Promise<{
  readonly origin: string;
  /** What is at an address from now on. */
  show(path: string, content: string, type?: string): void;
}> {
  const pages = new Map<string, { content: string; type: string }>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url!);
    response.writeHead(page ? 200 : 404, { 'Content-Type': page?.type ?? 'text/plain' });
    response.end(page?.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(scope, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    show: (path, content, type = 'text/html') => void pages.set(path, { content, type }),
  };
}

/** Notes everything that a script in the page can notice. */
export const keylogger = `
  window.seen = [];
  const note = (...what) => window.seen.push(JSON.stringify(what));
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'submit',
    'focusin', 'blur', 'pointerdown', 'compositionend']) {
    window.addEventListener(type, (event) => note(type, event.key, event.data, event.target?.value), true);
  }
  window.addEventListener('message', ({ data }) => note('message', data), true);
  new MutationObserver((changes) => {
    for (const { target } of changes) note('mutation', target.outerHTML ?? target.data);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const send = window.fetch;
  window.fetch = (...asked) => { note('fetch', asked); return send(...asked); };
`;
