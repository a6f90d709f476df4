import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { shortDay } from './booking-words'

export type Hold = { day: string; note: string; until: string | null }

type HoldsOptions = {
  onDone: () => void
  /** The server does not take the last day. */
  onBadUntil: (sentence: string) => void
}

/** Keeping days and letting them go. Each can be undone from its toast. */
export function useHolds({ onDone, onBadUntil }: HoldsOptions) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookings.key() })
  const say = (error: unknown) => notify.error(errorMessage(error))
  // The toast outlives the dialog, so what it undoes is bound to nothing on the page.
  const undoing = (act: () => Promise<unknown>) => ({
    label: 'Undo',
    onClick: () => void act().then(refresh, say),
  })
  const hold = useMutation({
    ...bookings.hold.mutationOptions(),
    onSuccess: (_, { day }) => {
      onDone()
      refresh()
      notify.success(`${shortDay(day)} is on hold`, {
        action: undoing(() => bookings.release.call({ day })),
      })
    },
    onError: (error) => (hasCode(error, 'BAD_TERMS') ? onBadUntil(errorMessage(error)) : say(error)),
  })
  const release = useMutation({
    mutationFn: ({ day }: Hold) => bookings.release.call({ day }),
    onSuccess: (_, before) => {
      onDone()
      refresh()
      notify.success(`${shortDay(before.day)} is open again`, {
        action: undoing(() => bookings.hold.call(before)),
      })
    },
    onError: say,
  })
  return {
    hold: (next: Hold) => hold.mutate(next),
    release: (before: Hold) => release.mutate(before),
    isHolding: hold.isPending,
    isReleasing: release.isPending,
  }
}
