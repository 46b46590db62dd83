import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-tests.ts';

type Locked = {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
};

/**
 * deploy/sbom.cdx.json: what production installs, as CycloneDX 1.6. It is written from package-lock.json alone and has no
 * time and no number of its own, so the same lock gives the same bytes.
 */
export function sbom(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const components = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => component(path, locked))
    .sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function component(path: string, { version = '', integrity = '', license, optional }: Locked) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, algorithm, hash] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl,
    scope: optional ? 'optional' : 'required',
    ...(hash && {
      hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
    ...(license && { licenses: [licenseOf(license)] }),
  };
}

/** An expression such as `MIT OR Apache-2.0` is not an id. */
function licenseOf(license: string) {
  return /\s/.test(license) ? { expression: license } : { license: { id: license } };
}
