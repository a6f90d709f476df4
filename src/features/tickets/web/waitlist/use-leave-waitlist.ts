import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { waitlistsQuery } from './waitlist-queries'

/**
 * Leaves a waitlist or passes an offer, once the customer has confirmed. Returns the state of the confirmation
 * dialog.
 */
export function useLeaveWaitlist(
  entryId: string,
  { run, message }: { run: () => Promise<unknown>; message: string },
) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const end = useMutation({
    mutationFn: run,
    onSuccess: () => notify.success(message),
    onError: (error) => notify.error(getErrorMessage(error), { about: entryId }),
    onSettled: () => {
      setIsOpen(false)
      return queryClient.invalidateQueries(waitlistsQuery())
    },
  })
  return {
    isRunning: end.isPending,
    dialog: { open: isOpen, onOpenChange: setIsOpen, onConfirm: () => end.mutate() },
  }
}
