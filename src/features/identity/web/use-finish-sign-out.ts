import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { replaceSignedInPerson } from './queries'

/**
 * Returns a function to call after the session ended: it clears all data, shows a message and goes to the landing page.
 */
export function useFinishSignOut(): (message: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (message) => {
    await replaceSignedInPerson(queryClient, null)
    notify.success(message)
    await router.navigate({ to: '/' })
    await router.invalidate()
  }
}
