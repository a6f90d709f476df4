import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Settlement } from '../../contract-settlement'
import { remindersQuery, settlementCalls } from '../queries'
import { formatDayAndTime, getFirstName, joinNames } from './settlement-texts'
import { useSettlementUpdates } from './use-settlement'

/**
 * Reminds the sides that haven't accepted. If all of them were reminded in the last 24 hours, the button shows the
 * time of the last reminder.
 */
export function RemindButton({ settlement: { event, sides } }: { settlement: Settlement }) {
  const queryClient = useQueryClient()
  const { reread } = useSettlementUpdates(event.id)
  const { data } = useQuery(remindersQuery(event.id))
  const remind = useMutation({
    ...settlementCalls.remind.mutationOptions(),
    onSuccess: (reminders) => queryClient.setQueryData(remindersQuery(event.id).queryKey, reminders),
    onError: (error) => {
      notify.error(getErrorMessage(error))
      return reread()
    },
  })
  const waiting = sides.flatMap(({ person, acceptedAt }) => (acceptedAt === null ? [person] : []))
  if (waiting.length === 0) return null
  // The button is shown before the reminders have loaded, so that the layout doesn't shift. An early press is safe:
  // the server reminds each person once a day.
  const times = new Map(data?.reminders.map(({ personId, remindedAt }) => [personId, remindedAt]))
  const due = waiting.filter(({ id }) => !times.has(id))
  const remindedAt = waiting
    .flatMap(({ id }) => times.get(id) ?? [])
    .toSorted()
    .at(-1)
  const isReminded = due.length === 0 && remindedAt !== undefined
  return (
    <Button
      variant="outline"
      full
      aria-disabled={isReminded || undefined}
      busy={remind.isPending && 'Reminding'}
      onClick={() => remind.mutate({ eventId: event.id })}
    >
      {isReminded
        ? `Reminded ${formatDayAndTime(remindedAt, event.timezone)}`
        : `Remind ${joinNames(due.map(({ name }) => getFirstName(name)))}`}
    </Button>
  )
}
