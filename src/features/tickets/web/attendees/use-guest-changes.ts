import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Guest } from '../../contract-attendees'
import { ticketsClient } from '../queries'
import { guestsQuery, overviewQuery } from './attendees-queries'

/** Returns a function that refetches the guest list and its counts. */
export function useRefetchGuests(eventId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [guestsQuery(eventId).queryKey, overviewQuery(eventId).queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

/** Returns a function that removes a guest, with a toast that can undo it. */
export function useRemoveGuest(eventId: string): (guest: Guest) => void {
  const refetch = useRefetchGuests(eventId)
  const fail = (error: unknown) => notify.error(getErrorMessage(error))
  const add = useMutation({
    ...ticketsClient.guests.add.mutationOptions(),
    onError: fail,
    onSettled: refetch,
  })
  const { mutate } = useMutation({
    ...ticketsClient.guests.remove.mutationOptions(),
    onError: fail,
    onSettled: refetch,
  })
  return ({ id, name, plusOnes, guestOf }) =>
    mutate(
      { id },
      {
        onSuccess: () =>
          notify.success(`${name} was removed from the list.`, {
            action: { label: 'Undo', onClick: () => add.mutate({ eventId, id, name, plusOnes, guestOf }) },
          }),
      },
    )
}
