import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import type { Connection, Member, Person, RelationStatusOutput } from '../contract'

/** Collects toasts as `tone: text`. */
export function listenToToasts(): string[] {
  const toasts: string[] = []
  vi.spyOn(notify, 'success').mockImplementation((text) => void toasts.push(`success: ${text}`))
  vi.spyOn(notify, 'error').mockImplementation((text) => void toasts.push(`error: ${text}`))
  return toasts
}

export async function renderPart(part: ReactNode): Promise<{ path: () => string }> {
  const component = () => part
  const router = createRouter({
    routeTree: createRootRoute({ component, notFoundComponent: component }),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { path: () => router.latestLocation.pathname }
}

/** Stores the search parameters in React state, in place of the browser's address bar. */
export function Address<Search>({
  start,
  children,
}: {
  start: Search
  children: (search: Search, change: (next: Search) => void) => ReactNode
}) {
  const [search, setSearch] = useState(start)
  return children(search, setSearch)
}

export function clearParts(): void {
  cleanup()
  registerLink(undefined)
  vi.restoreAllMocks()
}

export function createPerson(fullName: string, values: Partial<Person> = {}): Person {
  return {
    id: `id-${fullName}`,
    fullName,
    djName: null,
    memberTypes: ['agent'],
    location: 'Malmö, SE',
    avatarUrl: null,
    isVerified: false,
    isDj: false,
    hasPage: true,
    ...values,
  }
}

export function createConnection(fullName: string, values: Partial<Connection> = {}): Connection {
  return {
    id: `with-${fullName}`,
    person: createPerson(fullName),
    note: null,
    since: '2026-11-20T10:00:00.000Z',
    mutualCount: 0,
    reason: null,
    ...values,
  }
}

export const noRelation: RelationStatusOutput = {
  state: 'none',
  connectionId: null,
  note: null,
  requestAgainAt: null,
}

export function createMember(fullName: string, values: Partial<Member> = {}): Member {
  return { person: createPerson(fullName), relation: noRelation, mutualCount: 0, reason: null, ...values }
}
