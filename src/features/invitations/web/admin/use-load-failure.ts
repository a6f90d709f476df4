import { useEffect } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'

/** AD-09, word for word. A failure is said once, however often the same list is drawn. */
export function useLoadFailure(isFailed: boolean, error: unknown): void {
  useEffect(() => {
    if (isFailed)
      notify.error('Failed to load invitations', { detail: errorMessage(error), about: 'invitations-list' })
  }, [isFailed, error])
}
