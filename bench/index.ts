/* `npm run bench`: rates of payments; `npm run bench -- --cpu`: what one costs. */
await import(process.argv.includes('--cpu') ? './payments-cpu.ts' : './payments.ts');
