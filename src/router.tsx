import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadingScreen } from '~/design/loading-screen'
import { restoreQueries, serializeQueries } from '~/platform/rpc/dehydrated-queries'
import { getPageNonce } from '~/platform/rpc/page-request'
import { ErrorPage } from './routes/-frame/error-page'
import { NotFoundPage } from './routes/-frame/not-found-page'
import { routeTree } from './routeTree.gen'

const isServer = typeof window === 'undefined'

/** Creates one router and one query cache per request on the server, per tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server renders the page without a retry. The browser retries only errors that may be temporary.
        retry: isServer
          ? false
          : (count, error) => count < 2 && !(error instanceof ORPCError && error.status < 500),
        // On the server, a timer per query would hold every request's data in memory for minutes.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 300_000,
      },
      // A write fails immediately while offline. By default, it would wait for the network and be sent later,
      // unexpectedly.
      mutations: { networkMode: 'always' },
    },
  })
  const nonce = getPageNonce()
  return createRouter({
    routeTree,
    context: { queryClient },
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    dehydrate: () => ({ queries: serializeQueries(queryClient) }),
    hydrate: ({ queries }) => restoreQueries(queryClient, queries),
    scrollRestoration: true,
    defaultPreload: 'intent',
    // Makes every preload run its loader, because React Query decides which cached data is fresh enough.
    defaultPreloadStaleTime: 0,
    // Without this, an unknown URL such as /events/x/y would be shown as a missing event.
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingScreen,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
