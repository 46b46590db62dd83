/** Files that break a rule, each in one way, and files that only look like it. */
export type Planted = {
  readonly bad: readonly (readonly [path: string, text: string])[];
  readonly good: readonly (readonly [path: string, text: string])[];
};

export const charge = 'src/payments/charge.ts';
export const imports = (from: string, what = '{ x }') => `import ${what} from '${from}';\n`;

export const plantedImports: Readonly<Record<string, Planted>> = {
  'imports point downwards: main, cli, api and worker, domain, ports, runtime, kernel': {
    bad: [
      ['src/kernel/money.ts', imports('../ports/vault/vault.ts', 'type { Vault }')],
      ['src/kernel/money.ts', imports('../world.ts', 'type { World }')],
      ['src/ports/processors/bank.ts', imports('../vault/vault.ts')],
      ['src/ports/processors/bank.ts', imports('../../world.ts', 'type { World }')],
      ['src/ports/processors/bank.ts', imports('../../runtime/sql.ts', 'type { Sql }')],
      ['src/ports/vault/vault.ts', imports('../processors/processor.ts')],
      ['src/payments/ledger/post.ts', imports('../../parties/businesses/store.ts')],
      ['src/parties/customers/store.ts', imports('../../payments/tokens/store.ts')],
      ['src/payments/tokens/store.ts', imports('../store.ts')],
      ['src/ach/entry.ts', imports('./files/store.ts')],
      [charge, imports('../api/operations/index.ts')],
      [charge, imports('../database/connect.ts')],
      [charge, imports('../world.ts', '{ world }')],
      [charge, imports('../config.ts')],
      [charge, imports('../build-world.ts')],
      [charge, imports('../../test/database.ts')],
      [charge, `export * from '../api/http/http.ts';`],
      [charge, `const wire = await import('../api/http/http.ts');`],
      [charge, imports('../api/http/http.ts', '{\n  x,\n  type Y,\n}')],
      ['src/api/operations/create-payment.ts', imports('../http/http.ts')],
      ['src/api/http/http.ts', imports('../../worker/kinds.ts')],
      ['src/worker/kinds.ts', imports('../build-world.ts')],
      ['src/api/http/http.ts', imports('../../cli/print.ts')],
      ['src/api/http/http.test.ts', imports('../../cli/print.ts')],
      ['src/world.ts', imports('./runtime/ids.ts', '{ createIds }')],
      ['src/somewhere/new.ts', imports('../runtime/ids.ts')],
      [charge, imports('#embedded-postgres')],
      ['src/cli/start.ts', imports('../../packages/embedded-postgres/src/index.ts')],
      [
        'packages/embedded-postgres/src/hold.ts',
        imports('../../../src/kernel/log.ts', 'type { Log }'),
      ],
      ['packages/embedded-postgres/src/hold.ts', imports('../test/fixture.ts')],
      [charge, imports('#sandbox')],
      ['packages/sandbox/src/carriers.ts', imports('../../../src/ports/carriers/carrier.ts')],
      ['packages/sandbox/src/carriers.ts', imports('../../../src/world.ts', 'type { World }')],
      ['packages/sandbox/src/carriers.ts', imports('../../../src/ach/files/store.ts')],
    ],
    good: [
      ['src/kernel/money.ts', imports('./parsed.ts')],
      ['src/ports/processors/bank.ts', imports('../../kernel/secret.ts')],
      [
        'packages/sandbox/src/carriers.ts',
        imports('../../../src/ports/carriers/carrier.ts', 'type { Text }') +
          imports('../../../src/kernel/secret.ts') +
          imports('../../../src/ach/nacha/read-file.ts'),
      ],
      ['src/cli/simulate.ts', imports('#sandbox')],
      [charge, imports('./tokens/token.ts') + imports('../ports/processors/processor.ts')],
      [charge, imports('../world.ts', 'type { World }') + imports('pg', 'pg')],
      [charge, imports('../config.ts', '{ type Config }')],
      [
        charge,
        `// import { x } from '../api/http/http.ts';\nconst text = "from '../api/http/http.ts'";`,
      ],
      [
        'src/api/http/http.ts',
        imports('../../kernel/refusal.ts') + imports('../../parties/businesses/store.ts'),
      ],
      ['src/api/http/http.ts', imports('../soap/asmx.ts')],
      ['src/api/http/http.test.ts', imports('../../../test/database.ts')],
      ['src/cli/start.ts', imports('../api/http/http.ts') + imports('../build-world.ts')],
      ['test/flows/refund.test.ts', imports('../../src/main.ts')],
      ['src/world.ts', imports('./runtime/ids.ts', 'type { Ids }')],
      ['src/cli/start.ts', imports('#embedded-postgres')],
      ['packages/embedded-postgres/src/hold.ts', imports('./names.ts') + imports('pg', 'pg')],
      ['packages/embedded-postgres/src/hold.test.ts', imports('../test/fixture.ts')],
    ],
  },
  'the kernel computes, and reads nothing': {
    bad: [
      ['src/kernel/version.ts', `import { readFileSync } from 'node:fs';`],
      ['src/kernel/version.ts', `import { open } from 'node:fs/promises';`],
      ['src/kernel/dns.ts', `import { resolve4 } from 'node:dns';`],
    ],
    good: [
      ['src/kernel/public-address.ts', `import { isIPv4 } from 'node:net';`],
      ['src/kernel/calendar.ts', `import { strict as assert } from 'node:assert';`],
      ['src/kernel/mask.test.ts', `import { readFileSync } from 'node:fs';`],
      ['src/runtime/version.ts', `import { readFileSync } from 'node:fs';`],
    ],
  },
};
