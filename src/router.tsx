import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadingScreen } from '~/design/loading-screen'
import { readQueries, writeQueries } from '~/platform/rpc/carried-queries'
import { pageNonce } from '~/platform/rpc/page-request'
import { ErrorPage } from './routes/-frame/error-page'
import { NotFoundPage } from './routes/-frame/not-found-page'
import { routeTree } from './routeTree.gen'

const isServer = typeof window === 'undefined'

/** One router and one cache per request on the server, one per tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Rendering does not wait for a second try. In the browser only what may have been an accident is repeated.
        retry: isServer
          ? false
          : (count, error) => count < 2 && !(error instanceof ORPCError && error.status < 500),
        // A timer per query on the server would keep every request's data in memory for minutes.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 300_000,
      },
      // Offline, a write fails immediately. The default would wait for the network and then send it unasked.
      mutations: { networkMode: 'always' },
    },
  })
  const nonce = pageNonce()
  return createRouter({
    routeTree,
    context: { queryClient },
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    dehydrate: () => ({ queries: writeQueries(queryClient) }),
    hydrate: ({ queries }) => readQueries(queryClient, queries),
    scrollRestoration: true,
    defaultPreload: 'intent',
    // React Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    // An address that leads nowhere is nobody's: without this, /events/x/y would be shown as an event that is not found.
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
