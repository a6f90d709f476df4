import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { events } from '../queries'

/** Names what the person loses by leaving the team; a host keeps access to the figures. */
function describeAccess({ relations }: MyEvent): string {
  if (!relations.includes('manager')) return 'its check-in'
  return relations.includes('host') ? 'its guests and check-in' : 'its guests, figures and check-in'
}

type LeaveDialogProps = {
  event: MyEvent
  ownId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Whether this person is on the team as a helper and may leave it. */
export function canLeave({ relations }: MyEvent): boolean {
  return relations.includes('manager') || relations.includes('check_in')
}

/** Asks for confirmation, since only the organizer can add them back. */
export function LeaveDialog({ event, ownId, open, onOpenChange }: LeaveDialogProps) {
  const queryClient = useQueryClient()
  const leave = useMutation({
    ...events.dashboard.removePerson.mutationOptions(),
    onSuccess: () => notify.success(`You left the team of ${event.title}.`),
    onError: (error) => notify.error(errorMessage(error), { about: event.id }),
    onSettled: () => {
      onOpenChange(false)
      return queryClient.invalidateQueries({ queryKey: events.dashboard.key() })
    },
  })
  return (
    <ConfirmDialog
      title={`Leave the team of ${event.title}?`}
      description={`You’ll lose access to ${describeAccess(event)}. Only the organizer can add you again.`}
      confirmLabel="Leave the team"
      busy={leave.isPending ? 'Leaving' : false}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={() => leave.mutate({ id: event.id, personId: ownId })}
    />
  )
}
