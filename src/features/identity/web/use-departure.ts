import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { leaveSite } from './leave-site'
import { useRefusal } from './use-refusal'

/**
 * Asks `begin` where to go and leaves this site for it. `leaving` names what was begun, from the press until the page is left; a
 * page that the browser kept and brings back is not leaving any more.
 */
export function useDeparture<Wish extends { name: string }>(
  begin: (wish: Wish) => Promise<{ url: string }>,
  { onError, onSettled }: { onError?: (error: Error) => boolean; onSettled?: () => void } = {},
): { depart: (wish: Wish) => void; leaving: string | undefined } {
  const [leaving, setLeaving] = useState<string>()
  const refuse = useRefusal()
  const { mutate } = useMutation({
    mutationFn: begin,
    onMutate: ({ name }) => {
      notify.dismiss()
      setLeaving(name)
    },
    onSuccess: ({ url }) => leaveSite(url),
    onError: (error) => {
      setLeaving(undefined)
      if (onError?.(error) !== true) refuse(errorMessage(error))
    },
    onSettled: () => onSettled?.(),
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(undefined)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  return { depart: (wish) => leaving === undefined && mutate(wish), leaving }
}
