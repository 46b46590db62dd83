/* `npm run bench`: rates of payments; `--cpu`: what one costs; `--table`: all that is promised, as one table. */
const has = (option: string) =>
  process.argv.some((word) => word === option || word.startsWith(`${option}=`));
const program = has('--table') ? 'table' : has('--cpu') ? 'payments-cpu' : 'payments';
await import(`./${program}.ts`);
