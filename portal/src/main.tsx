import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../../clients/typescript/src/index.ts';
import { App } from './app.tsx';
import { readSession } from './data/session.ts';
import { loadScreen } from './places/places.ts';
import { language } from './words/language.ts';
import './styles/tokens.css';
import './styles/portal.css';
import './styles/app.css';

const kept = localStorage.getItem('theme');
if (kept) document.documentElement.dataset.theme = kept;
document.documentElement.lang = language;

const queries = new QueryClient({
  queryCache: new QueryCache({
    // A session that ended: the page is read anew, which leads to the sign-in.
    onError(error) {
      if (error instanceof ApiError && error.code === 'not_authenticated') location.reload();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client tries again by itself what is worth it.
      retry: false,
    },
  },
});

// Not awaited by this module: the code of a screen waits for the module that it imports from.
void Promise.all([
  readSession().catch(() => undefined),
  // A screen whose code does not come says so itself.
  loadScreen(location.pathname).catch(() => {}),
]).then(([session]) => {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App session={session} />
      </QueryClientProvider>
    </StrictMode>,
  );
});
