import { hashKey, type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createChatLive } from '~/features/chat/web/live/chat-live'
import { type Me, meQuery } from '~/features/identity/web/queries'
import { followLive } from './follow-live'
import { isDoneHere } from './live-updates-own'
import { whenPageStands } from './when-page-stands'

// A topic is the name of the feature whose reads it makes stale.
const FOLLOWED = ['network', 'bookings', 'notifications', 'administration', 'invitations'] as const
// What every page, or every stranger's, brings along: asked once more only by whoever may have missed something.
const BROUGHT = ['events', 'orders', 'tickets', 'checkIn', 'identity', 'account', 'settings'] as const
// A stream that stands within this, in ms, missed nothing of what the page brought. A slow phone takes many seconds.
const FRESH_MS = 1000
// Of what anybody reads nobody is told, so that the first opening missed nothing of it.
const ANYBODYS = new Set([
  'events.list',
  'events.featured',
  'events.get',
  'events.site',
  'settings.site',
  'settings.texts',
])
// What identity shows of oneself. Not what is asked about an emailed link: the page that has just used it would find it dead.
const OWN = ['me', 'account', 'factors', 'recoveryCodes', 'passkeys', 'identities']
// These count what the features keep.
const DASHBOARD = ['dashboard', 'activity']

// What a phone kept for the door of an event goes with its person.
const clearCheckIns = () =>
  import('~/features/check-in/web/clear-check-in')
    .then((module) => module.clearCheckIns())
    .catch(() => undefined)

/**
 * While it is mounted, what changes for this person is read again at once, wherever it is shown; chat is told what changed.
 * `onAnother`: an answer says that the browser is nobody's by now, or somebody else's.
 */
export function useLiveUpdates(meId: string, onAnother?: () => void): void {
  const queryClient = useQueryClient()
  const another = useEffectEvent(() => onAnother?.())
  useEffect(() => {
    let stop: (() => void) | undefined
    const takeBack = whenPageStands(() => {
      stop = follow(queryClient, meId, () => another())
    })
    return () => {
      takeBack()
      stop?.()
    }
  }, [meId, queryClient])
}

function follow(queryClient: QueryClient, meId: string, onAnother: () => void): () => void {
  const chat = createChatLive(queryClient, meId)
  let wasOpen = false
  const stream = followLive({
    search: chat.search,
    named: chat.named,
    onTopics(topics) {
      if (topics.includes('session')) void refreshIfStill(queryClient, meId, topics)
      else refresh(queryClient, topics)
      if (topics.includes('chat')) chat.changed()
    },
    onOpen() {
      const isLate = wasOpen ? () => true : isOldAndOwn
      void reread(
        queryClient,
        (query) => isAbout(query.queryKey, FOLLOWED) || (isAbout(query.queryKey, BROUGHT) && isLate(query)),
      )
      wasOpen = true
      // Only what is told by topics: what is said and done in the rooms is taken up where it was left off.
      chat.changed()
    },
    onState: chat.connected,
    // Kept as it is answered: when an admin ended the session, the bar says so and the next guard leads to signing in.
    isSignedIn: async () =>
      (await queryClient.fetchQuery({ ...meQuery(), staleTime: 0, retry: false })) !== null,
  })
  const stopLooking = onPerson(queryClient, (me, isByHand) => {
    if (!isByHand && me?.id !== meId) onAnother()
    // A session that is only found to be over may be of somebody who comes back to their words.
    if (!isByHand || me !== null) return
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

/** Who is signed in was read, or set by hand: by whoever signed in or out in this tab. */
function onPerson(queryClient: QueryClient, run: (me: Me | null, isByHand: boolean) => void): () => void {
  const mine = hashKey(meQuery().queryKey)
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== mine || event.type !== 'updated' || event.action.type !== 'success') return
    const me: Me | null | undefined = event.query.state.data
    if (me !== undefined) run(me, event.action.manual === true)
  })
}

/** A session ended: who is signed in is asked first, since nothing else is answered to whoever is not. */
async function refreshIfStill(queryClient: QueryClient, meId: string, topics: readonly string[]) {
  const mine = hashKey(meQuery().queryKey)
  // Not known: each read shows its own failure.
  const known = await queryClient.fetchQuery({ ...meQuery(), staleTime: 0, retry: false }).then(
    () => mine,
    () => undefined,
  )
  // What ends it in this tab leads on by itself. It cuts this look short, which then answers as before.
  if (await isDoneHere(queryClient)) return
  const me = queryClient.getQueryData(meQuery().queryKey)
  if (me === undefined || me?.id === meId) refresh(queryClient, topics, known)
}

/** `known`: the hash of what was read just now. */
function refresh(queryClient: QueryClient, topics: readonly string[], known?: string): void {
  void reread(queryClient, ({ queryKey, queryHash }) => queryHash !== known && isAbout(queryKey, topics))
}

async function reread(queryClient: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  // During a sign-out these reads could arrive after the session has ended, and be refused.
  if (await isDoneHere(queryClient)) return
  // A read that fails shows its own error.
  queryClient.invalidateQueries({ predicate }).catch(() => undefined)
}

function isOldAndOwn({ queryKey: [path], state: { dataUpdatedAt } }: Query): boolean {
  if (Array.isArray(path) && ANYBODYS.has(path.join('.'))) return false
  // What the server drew bears its clock's time, which may be one to come.
  return Math.abs(Date.now() - dataUpdatedAt) > FRESH_MS
}

/** Keys are `[[feature, call], …]`, see platform/rpc/client. Chat's are changed in place by its own part. */
function isAbout([path]: QueryKey, topics: readonly string[]): boolean {
  if (!Array.isArray(path) || topics.length === 0) return false
  const [feature, call]: unknown[] = path
  if (feature === 'members') return DASHBOARD.some((one) => one === call)
  const isOfWaysIn = topics.includes('session') || topics.includes('identity')
  if (feature === 'identity') return isOfWaysIn && OWN.some((one) => one === call)
  // Where an archive is emailed to and what is asked before an account goes rest on them.
  if (feature === 'account' && isOfWaysIn) return true
  return feature !== 'chat' && topics.some((topic) => topic === feature)
}
