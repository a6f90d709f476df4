import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { meQuery } from '~/features/identity/web/queries'
import { isDoneHere } from './live-updates-own'
import { useLiveUpdates } from './use-live-updates'

/** Shows nothing; a part of its own so that visitors never load it. */
export default function LiveUpdates() {
  const me = useQueryClient().getQueryData(meQuery().queryKey)
  return me ? <Following meId={me.id} /> : null
}

function Following({ meId }: { meId: string }) {
  useLiveUpdates(meId, useBecomingAnother(meId))
  return null
}

/**
 * The session is over, or another person's, without anybody having done it in this tab: whoever stands where one must be signed in is
 * led to signing in, and from there back; what was read as the person before goes, also from a page that is for anybody.
 */
function useBecomingAnother(meId: string): () => void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const readMe = () => queryClient.getQueryData(meQuery().queryKey)
  async function leave() {
    // Whoever does it in this tab is led on by that. If it failed, nobody leads on, and this part is not there any more to look again.
    if ((await isDoneHere(queryClient)) || readMe()?.id === meId) return
    // Off the screen first: what is still shown would be asked for again. `me` is known by now, and the guards go by it.
    await router.invalidate()
    const mine = hashKey(meQuery().queryKey)
    queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== mine })
    await router.invalidate()
    if (readMe() === null) notify.info('You were signed out of this browser. Sign in to go on.')
  }
  // What was still being read was of the person before: nobody waits for it.
  return () => void leave().catch(() => undefined)
}
