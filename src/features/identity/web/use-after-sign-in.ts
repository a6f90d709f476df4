import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { replacePerson, type Me } from './queries'

/**
 * Returns a function to call after a session started, also one pending two-step verification (`me` is null): it resets
 * the caches for the new person and goes to `landingPath`.
 */
export function useAfterSignIn(): (entered: { me: Me | null; landingPath: string }) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async ({ me, landingPath }) => {
    await replacePerson(queryClient, me)
    // Replaces the form's history entry, so that Back doesn't lead to it.
    router.history.replace(withHash(landingPath, router.history.location))
    await router.invalidate()
  }
}

/**
 * Restores the fragment, which the server never sees but browsers keep when redirected to /auth, because it belongs to the destination.
 */
function withHash(landingPath: string, here: { search: string; hash: string }): string {
  const isNext = new URLSearchParams(here.search).get('next') === landingPath
  return isNext && !landingPath.includes('#') ? `${landingPath}${here.hash}` : landingPath
}
