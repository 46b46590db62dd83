/** For every rule, by its name: files that break it, each in one way, and files that only look like it. */
export type Planted = {
  readonly bad: readonly (readonly [path: string, text: string])[];
  readonly good: readonly (readonly [path: string, text: string])[];
};

const charge = 'src/payments/charge.ts';
const imports = (from: string, what = '{ x }') => `import ${what} from '${from}';\n`;

export const planted: Readonly<Record<string, Planted>> = {
  'imports point downwards: main, cli, wire and worker, operations, domain, vault and processors, base':
    {
      bad: [
        ['src/base/money.ts', imports('../vault/vault.ts', 'type { Vault }')],
        ['src/base/money.ts', imports('../world.ts', 'type { World }')],
        ['src/processors/bank.ts', imports('../vault/vault.ts')],
        ['src/processors/bank.ts', imports('../world.ts', 'type { World }')],
        ['src/processors/bank.ts', imports('../base/sql.ts', 'type { Sql }')],
        ['src/vault/vault.ts', imports('../processors/processor.ts')],
        ['src/ledger/post.ts', imports('../businesses/store.ts')],
        ['src/customers/store.ts', imports('../tokens/store.ts')],
        ['src/tokens/store.ts', imports('../payments/store.ts')],
        [charge, imports('../operations/index.ts')],
        [charge, imports('../database/connect.ts')],
        [charge, imports('../world.ts', '{ world }')],
        [charge, imports('../config.ts')],
        [charge, imports('../build-world.ts')],
        [charge, imports('../../test/database.ts')],
        [charge, `export * from '../wire/http.ts';`],
        [charge, `const wire = await import('../wire/http.ts');`],
        [charge, imports('../wire/http.ts', '{\n  x,\n  type Y,\n}')],
        ['src/operations/create-payment.ts', imports('../wire/http.ts')],
        ['src/wire/http.ts', imports('../worker/kinds.ts')],
        ['src/worker/kinds.ts', imports('../build-world.ts')],
        ['src/wire/http.ts', imports('../cli/print.ts')],
        ['src/wire/http.test.ts', imports('../cli/print.ts')],
        ['src/world.ts', imports('./base/ids.ts', '{ createIds }')],
        ['src/somewhere/new.ts', imports('../base/ids.ts')],
      ],
      good: [
        ['src/base/money.ts', imports('./parsed.ts')],
        ['src/processors/bank.ts', imports('../base/secret.ts')],
        ['src/processors/simulator/book.ts', imports('../processor.ts')],
        [charge, imports('../tokens/token.ts') + imports('../processors/processor.ts')],
        [charge, imports('../world.ts', 'type { World }') + imports('pg', 'pg')],
        [charge, imports('../config.ts', '{ type Config }')],
        [charge, `// import { x } from '../wire/http.ts';\nconst text = "from '../wire/http.ts'";`],
        ['src/wire/http.ts', imports('../base/refusal.ts') + imports('../businesses/store.ts')],
        ['src/wire/http.test.ts', imports('../../test/database.ts')],
        ['src/cli/start.ts', imports('../wire/http.ts') + imports('../build-world.ts')],
        ['test/flows/refund.test.ts', imports('../../src/main.ts')],
        ['src/world.ts', imports('./base/ids.ts', 'type { Ids }')],
      ],
    },
  'a PascalCase property is a wire name and stays in operations/ and wire/': {
    bad: [
      [charge, 'const body = { Amount: 1 };'],
      [charge, 'type Body = {\n  readonly OrderNumber?: string;\n};'],
      [charge, `const body = {\n  'Amount': 1,\n};`],
      [charge, `const cents = body['Amount'];`],
      [charge, 'const cents = request.body?.Amount;'],
      [charge, 'const cents = read(request).Amount;'],
      [charge, 'const { Amount, id } = body;'],
      [charge, 'const { Amount: cents } = body;'],
      [charge, 'function read({ id, Amount }) {}'],
      [charge, 'const text = `${body.Amount}`;'],
      [charge, 'const code = body.CVV;'],
    ],
    good: [
      ['src/base/log.test.ts', 'const body = { Amount: 1 };'],
      ['src/wire/envelope.ts', 'const body = { Message: 1 };'],
      ['src/operations/void.ts', 'const body = { Amount: p.Amount };'],
      ['test/protocol/run.ts', 'const body = { Amount: 1 };'],
      [charge, 'const day: Temporal.PlainDate = Temporal.PlainDate.from(text);'],
      [charge, `import pg from 'pg';\nconst pool: pg.Pool = new pg.Pool({ max: 1 });`],
      [
        charge,
        'const nothing = Number.NaN;\nif (error.code === codes.ENOENT) throw new Refusal();',
      ],
      [charge, `const kind = isCard ? 'Card' : 'Account';`],
      [charge, 'type Kind<T> = T extends string\n  ? Wide\n  : Narrow;'],
      [charge, `const names = ['Card', 'Account'];\nconst rows = [...Array.from(names)];`],
      [charge, '// Amount: what is charged.\nconst sentence = `Amount: ${cents}`;'],
      [charge, 'const pattern = /[{,]Amount:/;'],
      [charge, 'const environment = { PATH: 1, LC_ALL: 2 };'],
    ],
  },
  'no operation is named outside operations/': {
    bad: [
      ['src/wire/http.ts', `if (name === 'CreatePayment') return;`],
      ['src/wire/http.ts', imports('../operations/create-payment.ts', '{ createPayment }')],
      ['src/worker/kinds.ts', '// As CreatePayment does.'],
      ['src/wire/soap.ts', `const path = '/api/Default/CreatePayment';`],
    ],
    good: [
      ['src/operations/index.ts', imports('./create-payment.ts', '{ createPayment }')],
      ['src/wire/http.test.ts', `const path = '/api/Default/CreatePayment';`],
      [charge, 'const createPayments = 1;'],
    ],
  },
  'the clock comes in': {
    bad: [
      [charge, 'const at = Date.now();'],
      [charge, 'const at = new Date();'],
      [charge, 'const at = new Date;'],
      [charge, 'const at = new Date(/* now */);'],
      [charge, 'const text = `${new Date().toISOString()}`;'],
      [charge, 'const at = performance.now();'],
      [charge, 'const at = Temporal.Now.instant();'],
      ['src/cli/start.ts', 'const at = { now: Date.now };'],
    ],
    good: [
      [charge, 'const at = new Date(world.now().getTime() + 1);\nconst day = new Date(text);'],
      [charge, `const from = new Date('2026-01-01');\n// Not Date.now().`],
      ['src/build-world.ts', 'const now = () => new Date();'],
      ['src/payments/charge.test.ts', 'const now = new Date();'],
    ],
  },
  'chance comes in': {
    bad: [
      [charge, 'const id = Math.random();'],
      [charge, imports('node:crypto', '{ createHash, randomBytes }')],
      [charge, imports('node:crypto', '{\n  randomUUIDv7,\n}')],
    ],
    good: [
      [charge, 'const id = world.randomBytes(8);\nconst { randomBytes } = world;'],
      [charge, `${imports('node:crypto', '{ createHash }')}const { randomBytes } = world;`],
      ['src/build-world.ts', imports('node:crypto', '{ randomBytes }')],
    ],
  },
  'waiting comes in': {
    bad: [
      [charge, 'setTimeout(again, 1000);'],
      [charge, imports('node:timers/promises', '{ setTimeout as sleep }')],
      [charge, 'timers.setInterval(again, 1000);'],
    ],
    good: [
      [charge, 'await world.sleep(1000);\nclearTimeout(timer);'],
      ['src/database/hold.ts', 'setTimeout(again, 1000);'],
    ],
  },
  'what is outside is asked through the world': {
    bad: [
      [charge, `const answer = await fetch('https://example.com');`],
      [charge, 'const ask = globalThis.fetch;'],
    ],
    good: [[charge, 'const row = await store.fetch(id);\nprefetch(id);']],
  },
  'settings stand in one place': {
    bad: [[charge, 'const port = process.env.PORT;']],
    good: [
      ['src/config.ts', 'const port = process.env.PORT;'],
      ['test/global-setup.ts', 'const port = process.env.PORT;'],
      [charge, 'const port = world.config.port;'],
    ],
  },
  'nothing is printed past the log': {
    bad: [
      [charge, 'console.log(payment);'],
      [charge, 'const write = console.error;'],
    ],
    good: [
      ['tools/schema.ts', 'console.log(1);'],
      [charge, `world.log.info('payment.captured', {});`],
    ],
  },
  'a secret is revealed in the vault and at the processor only': {
    bad: [
      [charge, 'const digits = card.number.reveal();'],
      ['src/wire/http.ts', 'const digits = card.number?.reveal();'],
      ['bench/payments.ts', 'const digits = card.number.reveal();'],
    ],
    good: [
      ['src/vault/cipher.ts', 'const digits = secret.reveal();'],
      ['src/processors/bank.ts', 'const digits = card.number.reveal();'],
      ['src/base/card.test.ts', 'const digits = card.number.reveal();'],
    ],
  },
  'time is a parameter of SQL': {
    bad: [
      [charge, 'sql.query(`update jobs set run_at = now()`);'],
      [charge, `sql.query('select current_timestamp');`],
      [charge, 'sql.query(`select ${column} from jobs where run_at < clock_timestamp ()`);'],
    ],
    good: [
      [charge, 'sql.query(`update jobs set run_at = $1`, [world.now()]);'],
      [charge, 'const text = `${now().toISOString()}`;'],
      [charge, '// Never now().'],
    ],
  },
  'the audit trail is written in one place': {
    bad: [
      [charge, 'await tx.query(`insert into audit_trail (n) values (1)`);'],
      [charge, "await tx.query('update audit_heads set n = 1');"],
      [charge, "await tx.query('DELETE FROM audit_trail');"],
      [charge, "await tx.query('truncate audit_trail');"],
      ['tools/mend.ts', 'await tx.query(`with a as (\n  delete\n from audit_trail) select 1`);'],
    ],
    good: [
      ['src/trail/trail.ts', "await tx.query('update audit_heads set n = 1');"],
      [charge, "await sql.query('select n from audit_trail');"],
      ['test/onboarding/audit.test.ts', "await db.query('delete from audit_trail');"],
    ],
  },
  'no enum and no namespace': {
    bad: [
      [charge, 'enum State { Started }'],
      [charge, 'export const enum State {\n  Started,\n}'],
      [charge, 'declare namespace Money {\n}'],
    ],
    good: [
      [
        charge,
        `const schema = { enum: ['a'] };\nconst namespace = { enum: 1 };\n// An enum State {`,
      ],
    ],
  },
  'nothing is put off in a comment': {
    bad: [
      [charge, `// ${'TO'}DO: handle the other case`],
      ['docs/operating/backup.md', `${'FIX'}ME`],
      ['migrations/0001_x.sql', `-- ${'XX'}X`],
    ],
    good: [[charge, `const mask = 'XXXX-XXXX';\nconst todos = [];`]],
  },
  'a file is named in kebab-case, after what is in it': {
    bad: [
      ['src/payments/chargeCard.ts', ''],
      ['src/payments/charge_card.ts', ''],
      ['src/Payments/charge.ts', ''],
      ['src/base/utils.ts', ''],
      ['src/base/string-helpers.ts', ''],
      ['src/common/money.ts', ''],
      ['src/payments/payment-service.test.ts', ''],
      ['src/payments/payment.manager.ts', ''],
      ['migrations/first.sql', ''],
    ],
    good: [
      ['src/payments/charge-card.test.ts', ''],
      ['src/payments/serviceable.ts', ''],
      ['docs/decisions/0001-node.md', ''],
      ['migrations/0001_businesses.sql', ''],
      ['README.md', ''],
      ['docs/operating/README.md', ''],
    ],
  },
  'a file is at most 300 lines long': {
    bad: [[charge, 'const x = 1;\n'.repeat(301)]],
    good: [
      [charge, 'const x = 1;\n'.repeat(300)],
      ['docs/operating/backup.md', 'A line.\n'.repeat(301)],
    ],
  },
  'the tests of a file have names of their own': {
    bad: [
      ['src/base/money.test.ts', `test('adds', () => {});\ntest('adds', () => {});`],
      ['src/base/money.test.ts', `test('adds', () => {});\ntest.skip(\n  'adds',\n  () => {},\n);`],
    ],
    good: [
      ['src/base/money.test.ts', `test('adds', () => {});\ntest('adds up', () => test('x'));`],
      ['src/base/money.test.ts', 'test(`adds ${a}`, () => {});\ntest(`adds ${b}`, () => {});'],
    ],
  },
  'a file that a page or a comment names is there': {
    bad: [
      ['README.md', 'Read `src/payments/gone.ts` first.'],
      ['docs/index.md', '[Gone](decisions/0099-gone.md)'],
      [charge, '// As in `src/payments/gone.ts`.'],
    ],
    good: [
      ['README.md', 'Read `src/payments/charge.ts` and [all](src/payments/) and [this](#here).'],
      [
        'docs/operating/backup.md',
        '[There](../../src/payments/charge.ts#L1) [web](https://x.org/a)',
      ],
    ],
  },
};
