import { type Asset, icon, script, style } from './asset-files.ts';
import { messagePage } from './layout.ts';
import type { MakeRoute, Page } from './page.ts';

const pages = new Map([style, script, icon].map((asset) => [asset.path, pageOf(asset)]));

/** Style, script and icon of all pages. */
export const assetFiles: MakeRoute = () => ({
  below: '/assets/',
  async answer({ path }) {
    return pages.get(path) ?? gone;
  },
});

function pageOf({ type, content }: Asset): Page {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: content,
  };
}

/** A page of an earlier version asks for it: it is loaded anew, and no guess. */
const gone = messagePage({
  status: 404,
  title: 'This file is not there any more',
  sentences: ['Please load the page that you came from once more.'],
});
