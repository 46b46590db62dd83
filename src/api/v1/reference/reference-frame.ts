import { type Html, html } from '../../../kernel/html.ts';
import { referenceScript, referenceStyle } from '../../pages/asset-files.ts';
import type { Page } from '../../pages/page.ts';
import { type Group, sitePage } from '../../pages/site-frame.ts';
import { type EndpointDoc, legacy, resourceNames, titleOf } from './described.ts';
import { serviceName, serviceTitle } from './soap-resource.ts';

/** A page of the reference: its navigation has all resources, and the endpoints of the one that is open. */
export function referencePage(
  at: string,
  title: string,
  body: Html,
  endpoints: readonly EndpointDoc[] = [],
): Page {
  const places = endpoints.map((one) => ({ at: `#${one.id}`, title: actOf(one) }));
  return sitePage({
    part: 'Reference',
    title,
    at,
    groups: groups.map((group) => ({
      ...group,
      links: group.links.map((link) => (link.at === at ? { ...link, places } : link)),
    })),
    body,
    contents: [],
    ownStyle: referenceStyle,
    ownScript: referenceScript,
  });
}

const groups: readonly Group[] = [
  {
    title: 'Reference',
    isOpen: true,
    links: [
      { at: '/reference', title: 'Overview' },
      { at: '/problems', title: 'Problems' },
      { at: '/declines', title: 'Declines' },
    ],
  },
  {
    title: 'Resources',
    isOpen: true,
    links: resourceNames.filter((name) => name !== legacy).map(resourceLink),
  },
  {
    title: 'Older programs',
    isOpen: true,
    links: [resourceLink(legacy), { at: `/reference/${serviceName}`, title: serviceTitle }],
  },
];

function resourceLink(name: string) {
  return { at: `/reference/${name}`, title: titleOf(name) };
}

export function addressOf(resource: string, { id }: Pick<EndpointDoc, 'id'>): string {
  return `/reference/${resource}#${id}`;
}

/** Method and path, as every page shows them. */
export function callOf({ method, path }: EndpointDoc): Html {
  return html`${methodOf(method)} <code>${path}</code>`;
}

/** `payments.resendReceipt` is "resend receipt". */
function actOf({ method, id }: EndpointDoc): Html {
  const act = id.slice(id.indexOf('.') + 1);
  const words = id === act ? act : act.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return html`${methodOf(method)} ${words}`;
}

function methodOf(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}
