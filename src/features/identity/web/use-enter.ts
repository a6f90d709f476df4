import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { becomePerson, type Me } from './queries'

/** What follows a session, also one that still waits for its second factor (`me` is null): the caches belong to the new person, and the browser goes where they were going. */
export function useEnter(): (entered: { me: Me | null; landingPath: string }) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async ({ me, landingPath }) => {
    await becomePerson(queryClient, me)
    // Replaces the form: Back must not lead a signed-in person to it.
    router.history.replace(withHash(landingPath, router.history.location))
    await router.invalidate()
  }
}

/**
 * The server never learns what stands after the #, but a browser that is led to /auth keeps it there: it belongs to where the person
 * was going.
 */
function withHash(landingPath: string, here: { search: string; hash: string }): string {
  const isNext = new URLSearchParams(here.search).get('next') === landingPath
  return isNext && !landingPath.includes('#') ? `${landingPath}${here.hash}` : landingPath
}
