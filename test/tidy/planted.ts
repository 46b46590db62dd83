import { charge, imports, type Planted, plantedImports } from './planted-imports.ts';
import { plantedRealTime } from './real-time.ts';
import { plantedStatements } from './statements.ts';
import { plantedStates } from './states.ts';

export const planted: Readonly<Record<string, Planted>> = {
  ...plantedImports,
  ...plantedRealTime,
  ...plantedStates,
  ...plantedStatements,
  'a PascalCase property is a wire name and stays in api/': {
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
      ['src/kernel/log.test.ts', 'const body = { Amount: 1 };'],
      ['src/api/http/envelope.ts', 'const body = { Message: 1 };'],
      ['src/api/operations/void.ts', 'const body = { Amount: p.Amount };'],
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
      ['src/api/http/http.ts', `if (name === 'CreatePayment') return;`],
      ['src/api/http/http.ts', imports('../operations/create-payment.ts', '{ createPayment }')],
      ['src/worker/kinds.ts', '// As CreatePayment does.'],
      ['src/api/soap/soap.ts', `const path = '/api/Default/CreatePayment';`],
    ],
    good: [
      ['src/api/operations/index.ts', imports('./create-payment.ts', '{ createPayment }')],
      ['src/api/http/http.test.ts', `const path = '/api/Default/CreatePayment';`],
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
  'a connection reaches all businesses': {
    bad: [[charge, `const db = connect(url, { tenants: 'all' });`]],
    good: [
      [charge, 'const db = forTenants(world.db, [business.id]);'],
      ['src/cli/open-database.ts', `const db = connect(url, { tenants: 'all' });`],
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
      ['packages/embedded-postgres/src/hold.ts', 'setTimeout(again, 1000);'],
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
    bad: [
      [charge, 'const port = process.env.PORT;'],
      ['src/config.ts', 'const port = process.env.PORT;'],
    ],
    good: [
      ['src/main.ts', 'const port = process.env.PORT;'],
      ['test/global-setup.ts', 'const port = process.env.PORT;'],
      [charge, 'const port = world.config.port;'],
    ],
  },
  'nothing is printed past the log': {
    bad: [
      [charge, 'console.log(payment);'],
      [charge, 'const write = console.error;'],
      ['src/cli/payment.ts', 'process.stdout.write(payment.payer);'],
      ['src/cli/webhooks.ts', 'const lines = createInterface({ input: process.stdin });'],
    ],
    good: [
      ['tools/schema.ts', 'console.log(1);'],
      [charge, `world.log.info('payment.captured', {});`],
    ],
  },
  'a secret is revealed in the vault and at the processor only': {
    bad: [
      [charge, 'const digits = card.number.reveal();'],
      ['src/api/http/http.ts', 'const digits = card.number?.reveal();'],
      ['bench/payments.ts', 'const digits = card.number.reveal();'],
    ],
    good: [
      ['src/ports/vault/cipher.ts', 'const digits = secret.reveal();'],
      ['src/ports/processors/bank.ts', 'const digits = card.number.reveal();'],
      ['src/kernel/card.test.ts', 'const digits = card.number.reveal();'],
    ],
  },
  'a stored secret is opened only where that is written down': {
    bad: [
      [charge, 'const number = await world.vault.open(sql, record);'],
      ['src/cli/token/show.ts', 'const all = await vault.openMany(db, names);'],
    ],
    good: [
      ['src/api/operations/source.ts', 'const number = await world.vault.open(sql, record);'],
      [charge, 'const vault = await openVault(options);'],
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
  'the audit log is written in one place': {
    bad: [
      [charge, 'await tx.query(`insert into audit_trail (n) values (1)`);'],
      [charge, "await tx.query('update audit_heads set n = 1');"],
      [charge, "await tx.query('DELETE FROM audit_trail');"],
      [charge, "await tx.query('truncate audit_trail');"],
      ['tools/mend.ts', 'await tx.query(`with a as (\n  delete\n from audit_trail) select 1`);'],
    ],
    good: [
      ['src/records/audit-log.ts', "await tx.query('update audit_heads set n = 1');"],
      [charge, "await sql.query('select n from audit_trail');"],
      ['test/onboarding/audit.test.ts', "await db.query('delete from audit_trail');"],
    ],
  },
  'rows are read through a description': {
    bad: [[charge, 'const rows = await sql.query<Row>(text);']],
    good: [
      [charge, 'await sql.query(text);'],
      ['src/runtime/table.ts', 'const rows = await sql.query<Row>(text);'],
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
  'a thing is called by the word of the trade': {
    bad: [
      ['docs/interface/tokens.md', 'Kept keys are forgotten after 30 days.'],
      ['docs/interface/tokens.md', 'A retry key is a header.'],
      ['docs/interface/webhooks.md', 'Events that are untold wait.'],
      ['docs/operating/hosts.md', 'Inquiries climb a ladder.'],
      ['docs/decisions/0016-followups.md', 'A tread keeps a former owner out.'],
      ['docs/interface/limits.md', 'The brake holds declined cards up.'],
      ['docs/interface/refunds.md', 'What was given back stays so.'],
      ['docs/operating/cases.md', '| `1` | a question is open |'],
      ['docs/operating/README.md', 'The audit trail has it.'],
      ['docs/interface/webhooks.md', 'A webhook notice is signed.'],
      ['docs/interface/receipts.md', 'Receipts and other letters'],
      ['ARCHITECTURE.md', 'Tests share a house.'],
      ['ARCHITECTURE.md', 'There is one road to a charge.'],
      ['docs/operating/ach.md', 'It ends with a saying for the operator.'],
      ['README.md', 'A RefundWish says what is wanted.'],
      ['src/payments/replay.ts', '// What was given back.'],
      ['src/payments/replay.ts', 'const wasGivenBack = true;'],
      ['src/runtime/idempotency.ts', 'export function readKeptKey() {}'],
    ],
    good: [
      ['src/payments/replay.ts', "const kind = 'give_back';"],
      ['docs/operating/cases.md', 'Run `question list`, or:\n```\nquestion show 17\n```\n'],
      [
        'docs/interface/refunds.md',
        '| Too much | Refused | “never give back more than was taken” |',
      ],
      ['docs/interface/leads.md', 'A form has at most 30 questions.'],
      ['docs/interface/fields.md', '<!-- Written by tools/fields.ts -->\nIt gives back a token.'],
      ['docs/interface/receipts.md', 'Its letters become question marks.'],
      ['docs/interface/businesses.md', "The owner's street address: 1 Main Street."],
    ],
  },
  'a file is named in kebab-case, after what is in it': {
    bad: [
      ['src/payments/chargeCard.ts', ''],
      ['src/payments/charge_card.ts', ''],
      ['src/Payments/charge.ts', ''],
      ['src/kernel/utils.ts', ''],
      ['src/kernel/string-helpers.ts', ''],
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
      ['src/kernel/money.test.ts', `test('adds', () => {});\ntest('adds', () => {});`],
      [
        'src/kernel/money.test.ts',
        `test('adds', () => {});\ntest.skip(\n  'adds',\n  () => {},\n);`,
      ],
    ],
    good: [
      ['src/kernel/money.test.ts', `test('adds', () => {});\ntest('adds up', () => test('x'));`],
      ['src/kernel/money.test.ts', 'test(`adds ${a}`, () => {});\ntest(`adds ${b}`, () => {});'],
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
