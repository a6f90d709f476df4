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
    router.history.replace(landingPath)
    await router.invalidate()
  }
}
