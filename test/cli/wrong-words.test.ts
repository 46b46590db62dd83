import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { cannotListen, refuseTakenPort } from '../../src/cli/listen.ts';
import { writeRunningFile } from '../../src/cli/running-file.ts';
import { readConfig } from '../../src/config.ts';
import { makeFixture } from '../fixture.ts';
import { officeOf, openOffice } from './office.ts';

const wrong: readonly (readonly [given: string, says: RegExp])[] = [
  ['stop', /no command that stops the service: send SIGTERM .+ or run systemctl stop quittance\n$/],
  ['restart', /no command that restarts the service: .+ systemctl restart quittance\n$/],
  ['help payment lsit', /no command "payment lsit"\. Did you mean: payment list\b/],
  ['payment lsit --help', /no command "payment lsit"\. Did you mean: payment list\b/],
  ['help paymnt', /no command "paymnt"\. Did you mean: payment list, /],
  [
    '--business 100001 payment list',
    /: options stand behind the command, as in quittance payment list --business\n$/,
  ],
  ['--verbose', /: options stand behind the command, as in quittance COMMAND --verbose\n$/],
  [
    'all --port 9000',
    /all takes no further words: settings come from the environment, as in PORT=9000 quittance all\n/,
  ],
  ['serve --quittance-kek=secret', /as in QUITTANCE_KEK=VALUE quittance serve\n/],
  ['config PROT', /config takes no further words: it lists every setting, PORT among them\n/],
  ['migrate now', /migrate takes no further words\n/],
  ['payment list --business', /payment list: --business needs a value: ID or USERNAME\n/],
  ['payment refund 100001/1 --amount -5 --reason x', /payment refund: --amount must be an amount/],
  ['reconcile --days -1', /reconcile: --days must be a whole number/],
  ['logs tail --lines -3', /logs tail: --lines must be a whole number/],
  ['get /v1/payments limit', /get: "limit" is no field: write KEY=VALUE\n/],
  ['get /v1/payments --business 7', /no option --business: .+ --profile names another\n/],
  [
    'post /v1/payments amount',
    /post: "amount" is no field: write KEY=VALUE, or KEY:=1250 for a number\n/,
  ],
  ['post /v1/payments @body.json', /a whole body comes from standard input, as in < body\.json\n/],
  ['post /v1/payments {"number":"4242"}', /post: a word behind the path is KEY=VALUE, or .+json\n/],
  ['soap CheckPhoneType PhoneNumber', /soap: "PhoneNumber" is no field: write KEY=VALUE\n/],
  ['import customers file --business 7', /the name file says no format: add --format csv\|ndjson/],
  ['restore /nothere', /\/nothere is no backup, or not a whole one/],
];
for (const [given, says] of wrong) {
  test(`"${given}" is refused with what to write instead`, async (t) => {
    const folder = await scratch(t);
    const office = officeOf({ HOME: folder, QUITTANCE_DATA: join(folder, 'data') });
    const { code, out, err } = await office.run(...given.split(' '));
    assert.deepEqual([code, out], [2, ''], err);
    assert.match(err, says);
    assert.ok(!/secret|4242/.test(err), err);
  });
}

test('help of all commands may be asked for as an option', async () => {
  const office = officeOf({});
  const [asked, meant] = [await office.run('help', '--all'), await office.run('help', 'all')];
  assert.deepEqual([asked.code, asked.out], [0, meant.out]);
});

test('the key of a first start that cannot be read is not said to be missing', async (t) => {
  const folder = await scratch(t);
  // For root no file is without rights.
  await mkdir(join(folder, 'first-start.json'));
  const { code, err } = await officeOf({ HOME: folder, QUITTANCE_DATA: folder }).run('get', '/x');
  assert.equal(code, 1);
  assert.match(
    err,
    /^quittance: \S+first-start\.json cannot be read by this user, .+ it is a folder/,
  );
});

test('a backup goes into a folder that is empty', async (t) => {
  const folder = await scratch(t);
  await mkdir(join(folder, 'data/postgres/cluster'), { recursive: true });
  await mkdir(join(folder, 'full'));
  await writeFile(join(folder, 'full/file'), '');
  const office = officeOf({ HOME: folder, QUITTANCE_DATA: join(folder, 'data') });
  const { code, err } = await office.run('backup', join(folder, 'full'));
  assert.equal(code, 2);
  assert.match(err, /\/full is not empty: empty it, or name another folder\n$/);
});

test('a taken port is refused before a first start makes anything, and names a service that has it', async (t) => {
  const folder = await scratch(t);
  const holder = createServer();
  t.after(() => holder.close());
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as { port: number };
  const config = { ...readConfig({ QUITTANCE_DATA: folder }), host: '127.0.0.1', port };
  await assert.rejects(refuseTakenPort(config), {
    message: `cannot listen on 127.0.0.1, port ${port}: it is in use; set PORT to another`,
  });
  await refuseTakenPort({ ...config, port: 0 });

  await writeRunningFile(config, `http://127.0.0.1:${port}`);
  const refuse = cannotListen(
    { ...config, metricsPort: 9 },
    { setting: 'METRICS_PORT', host: 'h' },
  );
  await assert.rejects(refuse(Object.assign(new Error(), { code: 'EADDRINUSE' })), {
    message: `cannot listen on h, port 9: process ${process.pid} of this data folder runs already (quittance status), or set METRICS_PORT to another`,
  });

  // A later start may wait for the older process.
  await mkdir(join(folder, 'postgres/cluster'), { recursive: true });
  await refuseTakenPort(config);
});

test('a command without the port of the doubles says so, and not that the service has none', async (t) => {
  const fixture = await makeFixture(t);
  const { username } = await fixture.addBusiness();
  const words = ['--business', username, '--processor', 'nmi', '--double'];
  const { code, err } = await openOffice(fixture).run('processor', 'connect', ...words);
  assert.equal(code, 1);
  assert.match(err, /GATEWAY_DOUBLES_PORT is not set here: give this command the setting of the/);
});
