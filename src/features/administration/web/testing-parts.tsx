import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'

export async function renderPart(part: ReactNode): Promise<QueryClient> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ThemeProvider initial="dark">
          {part}
          <Toaster />
        </ThemeProvider>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return queryClient
}

export function clearParts(): void {
  notify.dismiss()
  cleanup()
  sessionStorage.clear()
  registerLink(undefined)
}
