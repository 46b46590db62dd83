import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { brokenBuilds } from './broken-builds.ts';

/* Runs schedules on a build that is broken as its first argument names; prints what was found. */

const [, , name = '', seed = '1', count = '300'] = process.argv;
const broken = brokenBuilds[name];
assert.ok(broken, `no such broken build: ${name}`);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const changes = broken.changes.filter(([file]) => url.endsWith(`/src/${file}`));
    if (changes.length === 0) return loaded;
    let source = String(loaded.source);
    for (const [file, from, to] of changes) {
      const changed = source.includes(from)
        ? source.replace(from, to)
        : source.replace(new RegExp(from), to);
      assert.notEqual(changed, source, `nothing to break in ${file}: ${from}`);
      source = changed;
    }
    return { ...loaded, source };
  },
});

const { runSchedules } = await import('./schedules.ts');
const ends: (() => Promise<void>)[] = [];
const scope = { after: (work: () => Promise<void>) => void ends.push(work) };
const { findings } = await runSchedules(scope, Number(seed), Number(count));
console.log(JSON.stringify(findings));
for (const end of ends) await end();
