import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { identity, replaceSignedInPerson, type Me } from './queries'

/**
 * Returns a function to call after a session has started. It replaces the cached data with that of the new person and
 * goes to `landingPath`. `me` is null while two-step verification is pending.
 */
export function useAfterSignIn(): (entered: { me: Me | null; landingPath: string }) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async ({ me, landingPath }) => {
    await replaceSignedInPerson(queryClient, me)
    // Replaces the form's history entry, so that Back doesn't lead to it.
    router.history.replace(keepUrlHash(landingPath, router.history.location))
    await router.invalidate()
  }
}

/** Returns a function to call after the person's roles changed: it refetches everything and goes to `landingPath`. */
export function useRefreshMe(): (landingPath: string) => Promise<void> {
  const enter = useAfterSignIn()
  return async (landingPath) => {
    const me = await identity.me.call().catch(() => null)
    if (me !== null) return enter({ me, landingPath })
    // Refetching failed: reload the page instead.
    window.location.assign(landingPath)
  }
}

/**
 * Adds the fragment of the requested page. The server never sees it, but browsers keep it when they are redirected to
 * /auth.
 */
function keepUrlHash(landingPath: string, here: { search: string; hash: string }): string {
  const isNext = new URLSearchParams(here.search).get('next') === landingPath
  return isNext && !landingPath.includes('#') ? `${landingPath}${here.hash}` : landingPath
}
