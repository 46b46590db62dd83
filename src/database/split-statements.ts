/**
 * The statements of a script, each without its semicolon. A semicolon inside a string, a quoted name,
 * a dollar-quoted body or a comment ends nothing.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let isEmpty = true;
  let at = 0;
  while (at < script.length) {
    if (script[at] === ';') {
      if (!isEmpty) statements.push(script.slice(start, at).trim());
      at += 1;
      start = at;
      isEmpty = true;
      continue;
    }
    const comment = endOfComment(script, at);
    if (comment !== undefined) {
      at = comment;
      continue;
    }
    if (!/\s/.test(script[at]!)) isEmpty = false;
    at = endOfQuoted(script, at) ?? endOfWord(script, at);
  }
  if (!isEmpty) statements.push(script.slice(start).trim());
  return statements;
}

function endOfComment(script: string, at: number): number | undefined {
  if (script.startsWith('--', at)) {
    const end = script.indexOf('\n', at);
    return end < 0 ? script.length : end;
  }
  if (!script.startsWith('/*', at)) return undefined;
  // Unlike in most languages these nest.
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  for (let depth = 0; ; ) {
    const found = edge.exec(script);
    if (!found) throw new Error('a comment is not closed');
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
}

function endOfQuoted(script: string, at: number): number | undefined {
  for (const pattern of [escapeString, string, name]) {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (!found) continue;
    if (found[1] === '') throw new Error(`${found[0].slice(0, 30)}… is not closed`);
    return pattern.lastIndex;
  }
  dollarTag.lastIndex = at;
  const tag = dollarTag.exec(script)?.[0];
  if (tag === undefined) return undefined;
  const end = script.indexOf(tag, at + tag.length);
  if (end < 0) throw new Error(`${tag} is not closed`);
  return end + tag.length;
}

const escapeString = /[eE]'(?:[^'\\]|\\[\s\S]|'')*('?)/y;
// Elsewhere a doubled quote may be read as two strings side by side: they end at the same place.
const string = /'[^']*('?)/y;
const name = /"[^"]*("?)/y;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const word = /[\p{L}\p{N}_][\p{L}\p{N}_$]*/uy;

/** A word is taken whole: the dollar of `a$1$` and the e of `type'x'` begin nothing. */
function endOfWord(script: string, at: number): number {
  word.lastIndex = at;
  return word.test(script) ? word.lastIndex : at + 1;
}
