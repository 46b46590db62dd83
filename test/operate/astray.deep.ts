import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/database/connect.ts';
import { officeOf } from '../cli/office.ts';
import { runQuittance } from '../cli/run-quittance.ts';
import { freshDatabase } from '../database.ts';
import { nobody, othersCanRun, scratch } from '../embedded.ts';
import { keyText } from '../fixture.ts';
import { urlVariable, withDatabase } from '../global-setup.ts';

type Env = Readonly<Record<string, string>>;

const run = async (words: string, env: Env) => await officeOf(env).run(...words.split(' '));

/** Refused in one sentence, with nothing on standard output that a script could take for an answer. */
async function refuses(words: string, env: Env, expected: RegExp): Promise<void> {
  const { code, out, err } = await run(words, env);
  assert.deepEqual([code, out], [1, ''], `${words}: ${out}${err}`);
  assert.match(err, expected);
  assert.equal(err.split('\n').length, 2, err);
}

/** The role of a service may make neither roles nor databases. */
function connectAsAdmin() {
  return connect(withDatabase(process.env[urlVariable]!, 'postgres'), { size: 1 });
}

test('a command in the wrong folder says that no database is there, and makes nothing', async (t) => {
  const folder = await scratch(t);
  const env = { QUITTANCE_DATA: join(folder, 'dta'), QUITTANCE_KEYS: join(folder, 'keys.json') };
  const asking = ['audit verify', 'reconcile', 'ledger verify', 'case list --json'];
  for (const words of [...asking, 'vault rotate data', 'database restored', 'business list']) {
    await refuses(words, env, /there is no database in .*\/dta\/postgres: is QUITTANCE_DATA right/);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a command on an empty server or on a database of another version changes nothing there', async (t) => {
  const folder = await scratch(t);
  const { url, db } = await freshDatabase(t, { empty: true });
  const env = { QUITTANCE_DATA: folder, QUITTANCE_KEK: keyText, DATABASE_URL: url };
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`;
  await refuses('audit verify', env, /no database of Quittance in the one that DATABASE_URL names/);
  assert.deepEqual(await db.query(tables), []);

  assert.equal((await run('migrate', env)).code, 0);
  assert.equal((await run('audit verify', env)).code, 0);
  const last = 'select max(number) as number from migrations';
  const [{ number }] = (await db.query<{ number: number }>(last)) as [{ number: number }];
  await db.query('delete from migrations where number = $1', [number]);
  await refuses('audit verify', env, /older than this program: quittance migrate, or a start/);
  assert.deepEqual(await db.query(last), [{ number: number - 1 }]);
  await db.query(
    `insert into migrations select n, 'from the future', '', now() from generate_series($1::integer, $1 + 1) n`,
    [number],
  );
  await refuses('audit verify', env, /the database has|is newer than the program/);
});

test('a database that was made and never begun gets no vault from a command', async (t) => {
  const folder = await scratch(t);
  const { url, db } = await freshDatabase(t);
  const keys = join(folder, 'keys.json');
  const env = { QUITTANCE_DATA: folder, QUITTANCE_KEYS: keys, DATABASE_URL: url };
  await refuses('audit verify', env, /There is no vault in this database yet/);
  assert.deepEqual(await db.query('select from vault_roots'), []);
  await assert.rejects(readdir(keys), { code: 'ENOENT' });
});

test('what an operator can put right around the database is told in a sentence', async (t) => {
  const folder = await scratch(t);
  const { url } = await freshDatabase(t, { empty: true });
  const env = { QUITTANCE_DATA: join(folder, 'data'), QUITTANCE_KEYS: join(folder, 'keys.json') };
  const missing = { ...env, DATABASE_URL: withDatabase(url, 'no_such_one') };
  await refuses('migrate', missing, /none of that name; createdb makes one$/m);
  const binaries = { ...env, QUITTANCE_POSTGRES_BIN: '/nope' };
  await refuses(
    'migrate',
    binaries,
    /postgres of \/nope, which QUITTANCE_POSTGRES_BIN names, cannot/,
  );

  const role = `looker_${process.pid}`;
  const admin = connectAsAdmin();
  await admin.query(`create role ${role} login`);
  t.after(async () => {
    await admin.query(`drop role ${role}`);
    await admin.close();
  });
  const looker = {
    ...env,
    QUITTANCE_KEK: keyText,
    DATABASE_URL: url.replace(/\/\/[^@]*@/, `//${role}@`),
  };
  await refuses(
    'migrate',
    looker,
    /the role that DATABASE_URL names may not do this: permission denied/,
  );

  const file = join(folder, 'file');
  await writeFile(file, '');
  await refuses(
    'migrate',
    { ...env, QUITTANCE_DATA: join(file, 'data') },
    /cannot use the data folder/,
  );
});

test('a database that cannot hold every text is refused before anything is made in it', async (t) => {
  const folder = await scratch(t);
  const { url } = await freshDatabase(t, { empty: true });
  const name = `latin_${process.pid}`;
  const admin = connectAsAdmin();
  await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  t.after(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.close();
  });
  const latin = withDatabase(url, name);
  const env = { QUITTANCE_DATA: folder, QUITTANCE_KEK: keyText, DATABASE_URL: latin };
  await refuses(
    'migrate',
    env,
    /the database that DATABASE_URL names is encoded in LATIN1, not in UTF8/,
  );
  const inside = connect(latin, { size: 1 });
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`;
  assert.deepEqual(await inside.query(tables), []);
  await inside.close();
});

const skip =
  process.getuid?.() === 0 ? false : 'SKIPPED: only root can start processes as another user';

test('the data folder of another user is told in a sentence', { skip }, async (t) => {
  if (!(await othersCanRun(t))) return;
  const folder = await scratch(t);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const env = { QUITTANCE_DATA: data, QUITTANCE_KEYS: join(folder, 'keys.json') };
  const { code, err } = await runQuittance(['audit', 'verify'], env, { user: nobody });
  const owner = process.getuid!();
  const says = `it belongs to user ${owner}: run the command as that user, as in sudo -u '#${owner}'`;
  assert.deepEqual([code, err], [1, `quittance: cannot use the data folder ${data}: ${says}\n`]);
});

test('a command that is not there is answered with those that are nearest', async () => {
  const near = await run('reconsile', {});
  assert.deepEqual(
    [near.code, near.err],
    [
      2,
      'quittance: there is no command "reconsile". Did you mean: reconcile? quittance help all names all\n',
    ],
  );
  const far = await run('xyzzy', {});
  assert.deepEqual(
    [far.code, far.err],
    [2, 'quittance: there is no command "xyzzy". quittance help all names all\n'],
  );
  const begun = await run('recon', {});
  assert.match(begun.err, /Did you mean: reconcile\?/);
  const family = await run('vault rotat', {});
  assert.match(
    family.err,
    /"vault rotat". Did you mean: vault rotate\? There are: vault make-keys, vault rotate\n$/,
  );
  const joined = await run('audit-verify', {});
  assert.match(joined.err, /Did you mean: audit verify\?/);
});

test('live mode without keys names the command that makes them', async (t) => {
  const folder = await scratch(t);
  const env = { QUITTANCE_DATA: join(folder, 'data'), QUITTANCE_KEYS: join(folder, 'keys.json') };
  await refuses('migrate', { ...env, QUITTANCE_MODE: 'live' }, /quittance vault make-keys/);
});
