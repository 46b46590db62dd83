import { connect } from '../src/database/connect.ts';
import { migrate } from '../src/database/migrate.ts';

/** `node migrate-process.ts URL FOLDER`: one of many processes that start at the same moment. */
const [url, folder] = process.argv.slice(2);
const db = connect(url!);
// All begin together, and not one after another as the machine gets round to loading them.
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.destroy();
process.stdout.write(`${JSON.stringify(await migrate(db, folder))}\n`);
await db.close();
