import { useEffect } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'

/** AD-09: reports a failed load in a toast, once per failure. */
export function useLoadFailure(isFailed: boolean, error: unknown): void {
  useEffect(() => {
    if (isFailed)
      notify.error('Failed to load invitations', {
        detail: getErrorMessage(error),
        about: 'invitations-list',
      })
  }, [isFailed, error])
}
