import { createHash } from 'node:crypto';

type Prepared = { hash: string; name: string; uses: number; renewAt: number };

/*
 * A statement is planned once on each connection, and a plan that was made while a table was empty would
 * read it whole however large it has become. So a statement gets a new name, and with it a new plan, after
 * 16, 32, 64 … 16,384 uses: whatever grows under its own statements is soon planned for as it is.
 */
const firstRenewal = 16;
const lastRenewal = 16_384;

/**
 * The names under which statements are prepared. Texts are constant and some hundreds, and each combination of filters is
 * one more. Once `most` texts have names, another gets none and is planned each time: a name costs memory here and in
 * every connection for as long as they live, and callers choose the filters.
 */
export function statementNames(
  most: number,
  { isRenewed = true } = {},
): (text: string) => string | undefined {
  const statements = new Map<string, Prepared>();
  return (text) => {
    let statement = statements.get(text);
    if (!statement) {
      if (statements.size >= most) return undefined;
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
      statement = { hash, name: `q_${hash}_0`, uses: 0, renewAt: firstRenewal };
      statements.set(text, statement);
    }
    statement.uses += 1;
    if (isRenewed && statement.uses > statement.renewAt && statement.renewAt <= lastRenewal) {
      statement.name = `q_${statement.hash}_${statement.renewAt}`;
      statement.renewAt *= 2;
    }
    return statement.name;
  };
}
