import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { EventDraft, Slot } from '../../../contract-dashboard'
import { listEventActions } from '../../../rules/event-policy'
import { draftQuery } from '../event-queries'
import { EditPage, type EditSlots } from './edit-page'

export const EVENT = '01a1fe9c-0000-7000-8000-000000000001'
const JUNO = '01a1fe9c-0000-7000-8000-00000000000a'
export const MARA = '01a1fe9c-0000-7000-8000-00000000000b'

export function createSlot(values: Partial<Slot>): Slot {
  return {
    id: 's1',
    name: 'Juno Okafor',
    djId: JUNO,
    avatarUrl: null,
    startsAt: null,
    endsAt: null,
    startClock: '23:00',
    endClock: '02:00',
    billing: 'headline',
    isPending: false,
    bookingId: null,
    bookingStatus: null,
    ...values,
  }
}

export function createDraft(values: Partial<EventDraft> = {}): EventDraft {
  return {
    id: EVENT,
    title: 'Dust & Diamonds',
    description: 'A goods shed.',
    eventType: 'club_night',
    date: '2026-12-05',
    startClock: '23:00',
    doorsClock: null,
    endClock: '06:00',
    timezone: 'Europe/London',
    venueName: 'Carriage Works',
    location: 'Leeds',
    venueAddress: '14 Holbeck Lane',
    capacity: 600,
    ageRestriction: 18,
    isPublic: true,
    currency: 'USD',
    taxMode: 'none',
    taxPpm: 0,
    doorPriceCents: null,
    requiresCaptcha: false,
    version: 1,
    startsAt: '2026-12-05T23:00:00.000Z',
    doorsAt: null,
    endsAt: '2026-12-06T06:00:00.000Z',
    imageUrl: null,
    status: 'draft',
    phase: 'upcoming',
    statusMessage: '',
    movedFrom: null,
    isDateOpen: false,
    refundableUntil: null,
    relations: ['organizer'],
    actions: listEventActions(['organizer']),
    host: null,
    isPaidOut: false,
    soldOrHeld: 0,
    lineUp: [
      createSlot({}),
      createSlot({ id: 's2', name: 'Mara Voss', djId: MARA, startClock: '02:00', endClock: '05:00' }),
    ],
    missing: [],
    warnings: [],
    savedAt: '2026-11-21T14:02:00.000Z',
    publicUrl: 'https://example.test/events/x',
    canBeRemoved: true,
    isCurrencyFinal: false,
    isTaxFinal: false,
    canRequireCaptcha: false,
    ...values,
  }
}

/**
 * Serves one draft that stores saves, unless the test overrides a response. Refuses a save of an older version, as if
 * Ilse Brandt had changed the event.
 */
export function fakeEditServer(start: EventDraft, responses: Answers = {}) {
  let held = start
  const take = (changes: Partial<EventDraft>) => {
    held = { ...held, ...changes, version: held.version + 1, savedAt: '2026-11-21T14:05:00.000Z' }
    return { version: held.version, savedAt: held.savedAt }
  }
  const checkVersion = (version: number) => {
    if (version !== held.version)
      refuse('CHANGED', 409, {
        version: held.version,
        by: { id: 'ilse', name: 'Ilse Brandt' },
        at: '2026-11-21T14:03:00.000Z',
      })
  }
  const calls = fakeServer({
    'dashboard.get': () => held,
    'dashboard.save': ({ version, changes }: { version: number; changes: Partial<EventDraft> }) => {
      checkVersion(version)
      return take(changes)
    },
    'dashboard.saveLineUp': ({ version, slots }: LineUpInput) => {
      checkVersion(version)
      return take({
        lineUp: slots.map((slot, at) =>
          createSlot({ ...slot, id: `n${at}`, name: slot.name ?? getName(held, slot.djId) }),
        ),
      })
    },
    'dashboard.team': () => ({ people: [] }),
    ...responses,
  })
  return {
    asked: calls,
    /** Inputs of one call, in order. */
    listInputs: (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input),
    change: take,
    held: () => held,
  }
}

type LineUpInput = { version: number; slots: { name?: string; djId?: string }[] }

function getName(draft: EventDraft, djId: string | undefined): string {
  return draft.lineUp.find((slot) => slot.djId === djId)?.name ?? 'Somebody'
}

export function refuse(code: string, status: number, data?: unknown): never {
  throw new ORPCError(code, { status, message: `Refused: ${code}`, data })
}

/** Collects toasts with their tones, and the last action that one offered. */
export function listenToToasts(): { toasts: string[]; press: () => void } {
  const toasts: string[] = []
  let action: (() => void) | undefined
  for (const tone of ['success', 'error', 'info'] as const) {
    vi.spyOn(notify, tone).mockImplementation((text, options) => {
      toasts.push(`${tone}: ${text}`)
      action = options?.action?.onClick
    })
  }
  return { toasts, press: () => action?.() }
}

export async function renderEditor(draft: EventDraft, initialSlots: EditSlots = {}) {
  const slotsQuery = { queryKey: ['slots'], queryFn: () => initialSlots, staleTime: Infinity }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(draftQuery(draft.id).queryKey, draft)
  client.setQueryData(slotsQuery.queryKey, initialSlots)
  function Page() {
    const { data } = useSuspenseQuery(draftQuery(draft.id))
    const { data: slots } = useSuspenseQuery(slotsQuery)
    return <EditPage draft={data} ownId="me" canDuplicate {...slots} />
  }
  const rootRoute = createRootRoute({ component: Outlet })
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '/dashboard/events/$id/edit',
    component: Page,
  })
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$' })
  const router = createRouter({
    routeTree: rootRoute.addChildren([page, elsewhere]),
    history: createMemoryHistory({ initialEntries: [`/dashboard/events/${draft.id}/edit`] }),
  })
  await router.load()
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return {
    client,
    unmount,
    path: () => router.state.location.pathname,
    setSlots: (next: EditSlots) => act(async () => void client.setQueryData(slotsQuery.queryKey, next)),
    reread: () => act(() => client.invalidateQueries({ queryKey: draftQuery(draft.id).queryKey })),
  }
}

export function clearEditor(): void {
  cleanup()
  sessionStorage.clear()
  registerLink(undefined)
  vi.restoreAllMocks()
}
