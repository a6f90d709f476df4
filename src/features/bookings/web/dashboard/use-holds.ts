import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { formatCalendarDay } from './booking-labels'

export type Hold = { day: string; note: string; until: string | null; through: string | null }

export function useHolds(onDone: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookings.key() })
  const showError = (error: unknown) => notify.error(errorMessage(error))
  // The toast outlives the dialog, so its undo must not depend on the page.
  const createUndo = (act: () => Promise<unknown>) => ({
    label: 'Undo',
    onClick: () => void act().then(refresh, showError),
  })
  const hold = useMutation({
    ...bookings.hold.mutationOptions(),
    onSuccess: (_, { day, through = null }) => {
      onDone()
      refresh()
      const subject =
        through === null
          ? `${formatCalendarDay(day)} is`
          : `${formatCalendarDay(day)} to ${formatCalendarDay(through)} are`
      notify.success(`${subject} on hold`, {
        action: createUndo(() => bookings.release.call({ day, through })),
      })
    },
    onError: (error) => (Object.keys(toDayProblems(error)).length === 0 ? showError(error) : undefined),
  })
  const release = useMutation({
    mutationFn: ({ day }: Hold) => bookings.release.call({ day }),
    onSuccess: (_, before) => {
      onDone()
      refresh()
      notify.success(`${formatCalendarDay(before.day)} is free again`, {
        action: createUndo(() => bookings.hold.call(before)),
      })
    },
    onError: showError,
  })
  return {
    hold: (next: Hold) => hold.mutateAsync(next),
    release: (before: Hold) => release.mutate(before),
    isReleasing: release.isPending,
  }
}

export function toDayProblems(error: unknown): { until?: string; through?: string } {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_TERMS') return {}
  const { data }: { data: { field: string } } = error
  return { [data.field === 'through' ? 'through' : 'until']: error.message }
}
