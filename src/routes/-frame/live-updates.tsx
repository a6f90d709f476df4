import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { meQuery } from '~/features/identity/web/queries'
import { isHandledInThisTab } from './live-updates-own'
import { useLiveUpdates } from './use-live-updates'

/** Renders nothing; a separate part so that visitors never load it. */
export default function LiveUpdates() {
  const me = useQueryClient().getQueryData(meQuery().queryKey)
  return me ? <Following meId={me.id} /> : null
}

function Following({ meId }: { meId: string }) {
  useLiveUpdates(meId, useBecomingAnother(meId))
  return null
}

/**
 * Returns a handler for a session that ended or changed its person outside this tab: pages that need a sign-in redirect
 * to it and back, and the previous person's cached data is removed from every page.
 */
function useBecomingAnother(meId: string): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const readMe = () => queryClient.getQueryData(meQuery().queryKey)
  async function leave() {
    // Signing in or out in this tab navigates by itself. If it failed, the person is still the same.
    if ((await isHandledInThisTab(queryClient)) || readMe()?.id === meId) return
    // Leave the page first, since visible queries would refetch. The guards already use the new `me`.
    await router.invalidate()
    const mine = hashKey(meQuery().queryKey)
    queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
    await router.invalidate()
    if (readMe() === null) notify.info('You were signed out in this browser. Sign in to continue.')
  }
  // Don't wait for reads in progress, which belong to the previous person.
  return () => void leave().catch(() => undefined)
}
