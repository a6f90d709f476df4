import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { shortDay } from './booking-labels'

export type Hold = { day: string; note: string; until: string | null; through: string | null }

export function useHolds(onDone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookings.key() })
  const say = (error: unknown) => notify.error(errorMessage(error))
  // The toast outlives the dialog, so its undo must not depend on the page.
  const undoing = (act: () => Promise<unknown>) => ({
    label: 'Undo',
    onClick: () => void act().then(refresh, say),
  })
  const hold = useMutation({
    ...bookings.hold.mutationOptions(),
    onSuccess: (_, { day, through = null }) => {
      onDone()
      refresh()
      const words = through === null ? `${shortDay(day)} is` : `${shortDay(day)} to ${shortDay(through)} are`
      notify.success(`${words} on hold`, {
        action: undoing(() => bookings.release.call({ day, through })),
      })
    },
    onError: (error) => (Object.keys(faultsOfDays(error)).length === 0 ? say(error) : undefined),
  })
  const release = useMutation({
    mutationFn: ({ day }: Hold) => bookings.release.call({ day }),
    onSuccess: (_, before) => {
      onDone()
      refresh()
      notify.success(`${shortDay(before.day)} is free again`, {
        action: undoing(() => bookings.hold.call(before)),
      })
    },
    onError: say,
  })
  return {
    hold: (next: Hold) => hold.mutateAsync(next),
    release: (before: Hold) => release.mutate(before),
    isReleasing: release.isPending,
  }
}

export function faultsOfDays(error: unknown): { until?: string; through?: string } {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_TERMS') return {}
  const { data }: { data: { field: string } } = error
  return { [data.field === 'through' ? 'through' : 'until']: error.message }
}
