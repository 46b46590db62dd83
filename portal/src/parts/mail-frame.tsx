import { useEffect, useRef } from 'react';

type Props = { html: string; title: string; isDark: boolean };

/**
 * A mail as a mail program shows it, in a frame where no script runs. The policy of the portal holds in it, too, and refuses
 * styles within markup, so they are set by the CSSOM; nothing in it leads anywhere.
 */
export function MailFrame({ html, title, isDark }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [, css = ''] = styles.exec(html) ?? [];
  useEffect(() => {
    const bare = html.replace(styles, '').replaceAll(' style="', ' data-style="');
    const own = bare.replace(logos, `src="${location.origin}$1`);
    const made = URL.createObjectURL(new Blob([own], { type: 'text/html;charset=utf-8' }));
    // Another `src` would be one more page to go back to for each pause in typing.
    frame.current?.contentWindow?.location.replace(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  const paint = () => {
    const page = frame.current?.contentDocument;
    const view = page?.defaultView as (Window & typeof globalThis) | null | undefined;
    if (!page || !view || !frame.current) return;
    for (const one of page.querySelectorAll<HTMLElement>('[data-style]')) {
      one.style.cssText = one.dataset.style!;
    }
    for (const link of [...page.links]) link.removeAttribute('href');
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(
      css
        .replace('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all')
        .replaceAll('color-scheme: light dark', `color-scheme: ${isDark ? 'dark' : 'light'}`),
    );
    page.adoptedStyleSheets = [sheet];
    frame.current.style.height = `${page.documentElement.offsetHeight}px`;
  };
  useEffect(paint, [isDark, css]);
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      sandbox="allow-same-origin"
      title={title}
      onLoad={paint}
    />
  );
}

const styles = /<style>([\s\S]*?)<\/style>/;
/** The service may be known under another address, too. */
const logos = /src="https?:\/\/[^/"]+(\/assets\/logo-)/g;
