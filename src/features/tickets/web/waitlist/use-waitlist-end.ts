import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { waitlistsQuery } from './waitlist-queries'

/** Gives up a place in a line, or what was offered there, once that is confirmed: the state of the dialog that asks. */
export function useLineEnd(entryId: string, { run, said }: { run: () => Promise<unknown>; said: string }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const end = useMutation({
    mutationFn: run,
    onSuccess: () => notify.success(said),
    onError: (error) => notify.error(errorMessage(error), { about: entryId }),
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
