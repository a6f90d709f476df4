import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { becomePerson } from './queries'

/** The session is over: forgets everything that was read in it, says why, and goes to the landing. */
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
