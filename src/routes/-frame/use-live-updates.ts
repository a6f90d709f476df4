import { hashKey, type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createChatLive } from '~/features/chat/web/live/chat-live'
import { type Me, meQuery } from '~/features/identity/web/queries'
import { readPrimaryAfterChange } from '~/platform/rpc/client'
import { followLive } from './follow-live'
import { isSessionChangedByThisTab } from './session-change-in-this-tab'
import { runAfterHydration } from './after-hydration'

// A topic is the name of the feature whose queries become stale.
const FOLLOWED = ['network', 'bookings', 'notifications', 'administration', 'invitations'] as const
// Features whose data comes with the page. When the live stream opens, it is refetched only if changes may have been
// missed.
const BROUGHT = [
  'events',
  'orders',
  'tickets',
  'checkIn',
  'identity',
  'account',
  'settings',
  'settlements',
] as const
// In ms. If the page's data is younger than this when the stream opens, it counts as current. On a slow phone, the
// stream opens many seconds after the page was rendered.
const FRESH_MS = 1000
// Queries of public data. No live updates exist for it, so the first opening of the stream doesn't refetch it.
const PUBLIC = new Set([
  'events.list',
  'events.featured',
  'events.get',
  'events.site',
  'settings.site',
  'settings.texts',
])
// Queries of the person's own data. Those about an emailed link are left out: a page that has just used its link
// would find it invalid.
const OWN = ['me', 'account', 'factors', 'recoveryCodes', 'passkeys', 'identities']
// Queries of the dashboard, whose counts come from several features.
const DASHBOARD = ['dashboard', 'activity']

// The booking page: what was paid for a booking, and how much of its fee is held.
const BOOKING_MONEY = ['bookingPayments', 'coverage']
const BOOKING_MONEY_TOPICS = new Set(['bookings', 'settlements'])

// Check-in data stored on a phone is deleted when its person signs out.
const clearCheckIns = () =>
  import('~/features/check-in/web/clear-check-in')
    .then((module) => module.clearCheckIns())
    .catch(() => undefined)

/**
 * While mounted, refetches this person's data when it changes and informs chat. Calls `onAnother` once the browser is
 * signed out or signed in as another person.
 */
export function useLiveUpdates(meId: string, onAnother?: () => void): void {
  const queryClient = useQueryClient()
  const another = useEffectEvent(() => onAnother?.())
  useEffect(() => {
    let stop: (() => void) | undefined
    const cancelStart = runAfterHydration(() => {
      stop = followLiveUpdates(queryClient, meId, () => another())
    })
    return () => {
      cancelStart()
      stop?.()
    }
  }, [meId, queryClient])
}

function followLiveUpdates(queryClient: QueryClient, meId: string, onAnother: () => void): () => void {
  const chat = createChatLive(queryClient, meId)
  let wasOpen = false
  const stream = followLive({
    search: chat.search,
    named: chat.named,
    onTopics(topics) {
      readPrimaryAfterChange()
      if (topics.includes('session')) void refreshIfSameUser(queryClient, meId, topics)
      else refetchTopics(queryClient, topics)
      if (topics.includes('chat')) chat.changed()
    },
    onOpen() {
      readPrimaryAfterChange()
      const isLate = wasOpen ? () => true : isStalePersonalQuery
      void refetchQueries(
        queryClient,
        (query) =>
          isAffectedByTopics(query.queryKey, FOLLOWED) ||
          (isAffectedByTopics(query.queryKey, BROUGHT) && isLate(query)),
      )
      wasOpen = true
      // Only summaries are refetched; the message feed resumes at its position.
      chat.changed()
    },
    onState: chat.connected,
    // Fetches the current user into the cache. If the session was ended elsewhere, the navigation changes immediately,
    // and the next page that needs an account redirects to sign-in.
    isSignedIn: async () =>
      (await queryClient.fetchQuery({ ...meQuery(), staleTime: 0, retry: false })) !== null,
  })
  const stopLooking = subscribeToCurrentUser(queryClient, (me, isManual) => {
    if (!isManual && me?.id !== meId) onAnother()
    // Keeps the drafts of a session that merely expired: its person may come back to them.
    if (!isManual || me !== null) return
    chat.forget()
    void clearCheckIns()
  })
  const stopWatching = chat.onWatch(stream.reopen)
  return () => {
    stopLooking()
    stopWatching()
    stream.stop()
    chat.stop()
  }
}

/** Calls `run` whenever the current user was fetched, or was set by a sign-in or sign-out in this tab (`isManual`). */
function subscribeToCurrentUser(
  queryClient: QueryClient,
  run: (me: Me | null, isManual: boolean) => void,
): () => void {
  const mine = hashKey(meQuery().queryKey)
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== mine || event.type !== 'updated' || event.action.type !== 'success') return
    const me: Me | null | undefined = event.query.state.data
    if (me !== undefined) run(me, event.action.manual === true)
  })
}

/** Refetches the current user first, since the server refuses other requests without a session. */
async function refreshIfSameUser(queryClient: QueryClient, meId: string, topics: readonly string[]) {
  const mine = hashKey(meQuery().queryKey)
  // If this fails, each query shows its own error.
  const known = await queryClient.fetchQuery({ ...meQuery(), staleTime: 0, retry: false }).then(
    () => mine,
    () => undefined,
  )
  // A sign-out in this tab navigates itself, and cancels this query, which then returns the old value.
  if (await isSessionChangedByThisTab(queryClient)) return
  const me = queryClient.getQueryData(meQuery().queryKey)
  if (me === undefined || me?.id === meId) refetchTopics(queryClient, topics, known)
}

/** Refetches the queries of these topics, except the one with the hash `known`, which was just fetched. */
function refetchTopics(queryClient: QueryClient, topics: readonly string[], known?: string): void {
  void refetchQueries(
    queryClient,
    ({ queryKey, queryHash }) => queryHash !== known && isAffectedByTopics(queryKey, topics),
  )
}

async function refetchQueries(queryClient: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  // During a sign-out these requests could arrive after the end of the session and be refused.
  if (await isSessionChangedByThisTab(queryClient)) return
  // A failed query shows its own error.
  queryClient.invalidateQueries({ predicate }).catch(() => undefined)
}

function isStalePersonalQuery({ queryKey: [path], state: { dataUpdatedAt } }: Query): boolean {
  if (Array.isArray(path) && PUBLIC.has(path.join('.'))) return false
  // Server-rendered data has the server's time, which may be in the future.
  return Math.abs(Date.now() - dataUpdatedAt) > FRESH_MS
}

/** Keys are `[[feature, call], …]`, see platform/rpc/client. Chat updates its own queries in place. */
function isAffectedByTopics([path]: QueryKey, topics: readonly string[]): boolean {
  if (!Array.isArray(path) || topics.length === 0) return false
  const [feature, call, part]: unknown[] = path
  if (feature === 'members') return DASHBOARD.some((name) => name === call)
  const affectsSignIn = topics.includes('session') || topics.includes('identity')
  if (feature === 'identity') return affectsSignIn && OWN.some((name) => name === call)
  // The recipient of the data export and the account deletion dialog depend on the sign-in methods.
  if (feature === 'account' && affectsSignIn) return true
  if (BOOKING_MONEY.some((name) => name === call || name === part))
    return topics.some((topic) => topic === feature || BOOKING_MONEY_TOPICS.has(topic))
  return feature !== 'chat' && topics.some((topic) => topic === feature)
}
