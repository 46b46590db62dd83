import type { Heard } from './echo-server.ts';

/**
 * Status, headers that matter and body as one text, without what the recordings and the platform that they
 * stand for do not agree on.
 */
export function folded({ status, headers, body }: Heard): string {
  const lines = [`HTTP ${status}`];
  for (const name of ['Cache-Control', 'Content-Type']) {
    const value = headers.get(name.toLowerCase());
    if (value !== undefined) lines.push(`${name}: ${value}`);
  }
  const isPlain = headers.get('content-type')?.startsWith('text/plain');
  return `${lines.join('\n')}\n\n${foldRootOrder(foldNewlines(body, isPlain))}`;
}

/** Where the reader stood when a value could not be read: `(1, 345)`. */
export function foldPositions(text: string): string {
  return text.replaceAll(/\(\d+, \d+\)/g, '(L, C)');
}

/** LF in the recordings, CRLF on the platform: between elements and between lines, never inside a value. */
function foldNewlines(body: string, isPlain = false): string {
  return isPlain ? body.replaceAll('\r\n', '\n') : body.replaceAll(/(?<=>)\r\n(?= *<)/g, '\n');
}

/** An envelope declares xmlns:soap first and keeps its order. */
function foldRootOrder(body: string): string {
  return body.replace(/(<\w+)( xmlns:xsi="[^"]*")( xmlns:xsd="[^"]*")/, '$1$3$2');
}
