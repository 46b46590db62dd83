import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { HereProvider } from '../data/business.tsx';
import { SessionProvider } from '../data/signed-in.tsx';
import { ClipboardProvider } from '../parts/clipboard.tsx';
import { KeysDialog } from '../parts/keys-dialog.tsx';
import { Palette } from '../parts/palette.tsx';
import { ReceiptsDialog } from '../parts/receipts-dialog.tsx';
import { RefundDialog } from '../parts/refund-dialog.tsx';
import { ToastProvider } from '../parts/toasts.tsx';
import Payments from '../screens/payments.tsx';
import '../styles/tokens.css';
import '../styles/portal.css';
import '../styles/app.css';
import { Components } from './components.tsx';
import { type Answers, failure, hereWith, noRows, payments, silence } from './samples.ts';

/*
 * Every component with all its states on one page, and what fills a screen by itself behind a # of its own. It is served by
 * `npx vite portal` at /portal/ui.html and photographed by a test; what is built for users has none of it.
 */

const close = () => {};
const list = (answers?: Answers): Scene => ({ content: <Payments />, answers });

type Scene = { readonly content: ReactNode; readonly answers?: Answers | undefined };
const scenes: Readonly<Record<string, Scene>> = {
  '': { content: <Components /> },
  '#list': list(),
  '#list-empty': list(noRows),
  '#list-loading': list(silence),
  '#list-failed': list(failure),
  '#palette': { content: <Palette onClose={close} onKeys={close} /> },
  '#keys': { content: <KeysDialog onClose={close} /> },
  '#refund': {
    content: <RefundDialog payment={payments[0]!} told={['ada@example.com']} onClose={close} />,
  },
  '#receipts': { content: <ReceiptsDialog payments={payments} onClose={close} /> },
};

const { content, answers } = scenes[location.hash] ?? scenes['']!;
const here = hereWith(answers);
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider session={here.session}>
        <HereProvider here={here}>
          <ToastProvider>
            <ClipboardProvider>
              <div className="stage">{content}</div>
            </ClipboardProvider>
          </ToastProvider>
        </HereProvider>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
addEventListener('hashchange', () => location.reload());
