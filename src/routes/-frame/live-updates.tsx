import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { meQuery } from '~/features/identity/web/queries'
import { isSessionChangedByThisTab } from './session-change-in-this-tab'
import { useLiveUpdates } from './use-live-updates'

/** Renders nothing; a separate part so that visitors never load it. */
export default function LiveUpdates() {
  const me = useQueryClient().getQueryData(meQuery().queryKey)
  return me ? <FollowLiveUpdates meId={me.id} /> : null
}

function FollowLiveUpdates({ meId }: { meId: string }) {
  useLiveUpdates(meId, useClearDataOfPreviousPerson(meId))
  return null
}

/**
 * Returns a function to call when, outside of this tab, the session ended or another person signed in. It removes the
 * previous person's cached data. A page that needs a signed-in person redirects to the sign-in page, which leads back
 * to it.
 */
function useClearDataOfPreviousPerson(meId: string): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const readMe = () => queryClient.getQueryData(meQuery().queryKey)
  async function clearPreviousPersonData() {
    // A sign-in or sign-out in this tab navigates by itself. If it failed, the person is the same as before.
    if ((await isSessionChangedByThisTab(queryClient)) || readMe()?.id === meId) return
    // Leave the page first, since visible queries would refetch. The guards already use the new `me`.
    await router.invalidate()
    const mine = hashKey(meQuery().queryKey)
    queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
    await router.invalidate()
    if (readMe() === null) notify.info('You were signed out in this browser. Sign in to continue.')
  }
  // Returns immediately, because queries in flight belong to the previous person.
  return () => void clearPreviousPersonData().catch(() => undefined)
}
