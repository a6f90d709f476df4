import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { leaveSite } from './leave-site'
import { useErrorToast } from './use-error-toast'

/**
 * Requests a URL from `begin` and opens it. `leaving` is the name of the pressed choice until the browser leaves the
 * page. It is reset when the browser restores the page from its cache.
 */
export function useRedirect<Choice extends { name: string }>(
  begin: (choice: Choice) => Promise<{ url: string }>,
  { onError, onSettled }: { onError?: (error: Error) => boolean; onSettled?: () => void } = {},
): { depart: (choice: Choice) => void; leaving: string | undefined } {
  const [leaving, setLeaving] = useState<string>()
  const showError = useErrorToast()
  const { mutate } = useMutation({
    mutationFn: begin,
    onMutate: ({ name }) => {
      notify.dismiss()
      setLeaving(name)
    },
    onSuccess: ({ url }) => leaveSite(url),
    onError: (error) => {
      setLeaving(undefined)
      if (onError?.(error) !== true) showError(getErrorMessage(error))
    },
    onSettled: () => onSettled?.(),
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(undefined)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  return { depart: (choice) => leaving === undefined && mutate(choice), leaving }
}
