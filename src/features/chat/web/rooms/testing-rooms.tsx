import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import type { ChatPerson, ListedRoom, RoomDetail, RoomMember } from '../../contract-shapes'

type Answers = Record<string, (input: never) => unknown>

/** Responds to calls by path, such as `rooms.list`, and records the calls. */
export function fakeChat(answers: Answers): [name: string, input: unknown][] {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const name = path.slice(1).join('.')
      asked.push([name, input])
      return answers[name]?.(input as never)
    },
  })
  return asked
}

export function refuse(code: string, data?: unknown): never {
  throw new ORPCError(code, { status: 409, message: `Refused: ${code}`, data })
}

export function listenToToasts(): string[] {
  const said: string[] = []
  for (const tone of ['success', 'error', 'info'] as const)
    vi.spyOn(notify, tone).mockImplementation((text) => void said.push(`${tone}: ${text}`))
  return said
}

export async function renderPart(part: ReactNode): Promise<QueryClient> {
  const component = () => part
  const router = createRouter({
    routeTree: createRootRoute({ component, notFoundComponent: component }),
    history: createMemoryHistory({ initialEntries: ['/dashboard/chat'] }),
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
  cleanup()
  registerLink(undefined)
  vi.restoreAllMocks()
}

export function personNamed(name: string): ChatPerson {
  return { id: `id-${name}`, name, avatarUrl: null }
}

export function listedRoom(name: string, values: Partial<ListedRoom> = {}): ListedRoom {
  return {
    id: `room-${name}`,
    name,
    description: null,
    roomType: 'public',
    genre: null,
    joinBy: null,
    role: null,
    isDirect: false,
    direct: null,
    isActive: true,
    unread: 0,
    isInvited: false,
    ...values,
  }
}

export function roomNamed(name: string, values: Partial<RoomDetail> = {}): RoomDetail {
  const { unread: _none, ...room } = listedRoom(name)
  return {
    ...room,
    role: 'member',
    memberCount: 342,
    people: [personNamed('Temi Adeyemi')],
    canRead: true,
    canManage: false,
    canModerate: false,
    canRestore: false,
    canClose: false,
    writeRestriction: null,
    slowModeSeconds: 0,
    request: null,
    isOnlyAdmin: false,
    waiting: 0,
    lastReadSeq: 0,
    hiddenPeople: [],
    ...values,
  }
}

export function memberNamed(name: string, values: Partial<RoomMember> = {}): RoomMember {
  return {
    person: personNamed(name),
    role: 'member',
    joinedAt: '2026-11-20T10:00:00.000Z',
    mutedUntil: null,
    canUnmute: null,
    ...values,
  }
}
