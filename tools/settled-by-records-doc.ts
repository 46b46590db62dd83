import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayNames } from '../src/kernel/gateway-names.ts';

const folder = 'test/gateways/public-exchanges';
const root = join(import.meta.dirname, '..', folder);

/** The form of each is checked where it is replayed. */
type Exchange = {
  readonly source: string;
  readonly what: string;
  readonly against?: string;
};

/** docs/operating/processors/settled-by-records.md, whole, from the exchanges that contradict what was written. */
export function settledByRecordsDoc(): string {
  return `<!-- Written by tools/settled-by-records-doc.ts from ${folder}/. -->

# Where a record contradicts the documentation

The connectors were first written from documentation of the gateways. Where an exchange that somebody recorded or published says
something else, the connector goes by the exchange. Tests replay each of them (\`${folder}/\`).

| Gateway | Documentation | Record | Source |
|---|---|---|---|
${gatewayNames.flatMap(rowsOf).join('')}`;
}

function rowsOf(gateway: string): readonly string[] {
  return readdirSync(join(root, gateway))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, gateway, file), 'utf8');
      const { source, what, against } = JSON.parse(text) as Exchange;
      return against ? [`| ${gateway} | ${against} | ${what} | ${source} |\n`] : [];
    });
}
