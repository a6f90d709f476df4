import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { ORPCError } from '@orpc/client'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import type { Code } from '../contract-codes'
import type { InviteRequest } from '../contract-requests'
import type { TreeBranch, TreeNode } from '../contract-tree'
import { InvitationsPage } from './admin/invitations-page'
import type { InvitationsSearch } from './admin/invitations-search'

export async function renderWithToasts(part: ReactNode): Promise<void> {
  mockBrowser()
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider initial="dark">
        <RouterProvider router={router as never} />
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>,
  )
}

function mockBrowser(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: false }))
  Element.prototype.scrollIntoView = () => undefined
}

export async function renderInvitations(start: InvitationsSearch = {}): Promise<InvitationsSearch[]> {
  const steps: InvitationsSearch[] = []
  function Page() {
    const [search, setSearch] = useState(start)
    const change = (next: InvitationsSearch) => {
      steps.push(next)
      setSearch(next)
    }
    return <InvitationsPage search={search} onSearchChange={change} />
  }
  await renderWithToasts(<Page />)
  return steps
}

export function clearInvitations(): void {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const refuse =
  (code: string, message: string, status = 409) =>
  () => {
    throw new ORPCError(code, { status, message, defined: true })
  }
export const breakDown = () => {
  throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: 'Internal Server Error' })
}

export const mara = { id: 'p1', name: 'Mara Voss', avatarUrl: null }
export const juno = { id: 'p2', name: 'Juno Okafor', avatarUrl: null }

export const openCode: Code = {
  id: 'c1',
  code: 'K7Q2XM0R',
  status: 'pending',
  createdBy: mara,
  usedBy: null,
  usedAt: null,
  createdAt: new Date().toISOString(),
  expiresAt: '2030-11-27T12:00:00.000Z',
  note: null,
  sentTo: null,
}
export const usedCode: Code = {
  ...openCode,
  id: 'c2',
  code: 'B41TZZ9C',
  status: 'used',
  usedBy: juno,
  usedAt: '2026-05-06T12:00:00.000Z',
  expiresAt: null,
}

export const request: InviteRequest = {
  id: 'r1',
  fullName: 'Lea Hartmann',
  email: 'lea@nachtamt.example',
  occupation: 'Promoter',
  about: 'Runs a Thursday.',
  link: null,
  vouchedBy: 'Juno Okafor',
  status: 'pending',
  requestedAt: new Date(Date.now() - 2 * 86_400_000 - 1000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  answerMessage: null,
  code: null,
  account: 'none',
}

export const node = (
  id: string,
  name: string,
  more: Partial<Extract<TreeNode, { kind: 'person' }>> = {},
): TreeNode => ({
  kind: 'person',
  id,
  name,
  avatarUrl: null,
  joinedAt: '2026-05-05T12:00:00.000Z',
  isAdmin: false,
  state: 'active',
  suspendedUntil: null,
  isPaused: false,
  openCodes: 0,
  invited: 0,
  behind: 0,
  ...more,
})

export const branch: TreeBranch = {
  person: juno,
  members: 19,
  activeThisMonth: 14,
  verified: 9,
  suspended: 1,
  reportsAgainst: 2,
  openCodes: 3,
  paused: 0,
  isPaused: false,
  path: [{ id: 'p1', name: 'Mara Voss' }],
}

export const counts = {
  'codes.counts': () => ({ all: 1204, pending: 37, used: 942, expired: 181, revoked: 44 }),
  'requests.count': () => ({ pending: 6, answered: 2 }),
}
