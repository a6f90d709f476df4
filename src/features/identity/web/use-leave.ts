import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { becomePerson } from './queries'

/**
 * Returns a function to call after the session ended: it clears all data, shows a message and goes to the landing page.
 */
export function useLeave(): (words: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (words) => {
    await becomePerson(queryClient, null)
    notify.success(words)
    await router.navigate({ to: '/' })
    await router.invalidate()
  }
}
