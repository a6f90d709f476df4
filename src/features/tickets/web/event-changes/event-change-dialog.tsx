import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { Skeleton } from '~/design/skeleton'
import { VisuallyHidden } from '~/design/visually-hidden'
import { getErrorMessage } from '~/platform/rpc/errors'
import { type EventChange, PAID_OUT_MESSAGE } from '../../rules/event-change'
import { ticketsClient } from '../queries'
import { CancelEvent } from './cancel-event'
import { MoveEvent } from './move-event'

type EventChangeDialogProps = {
  eventId: string
  change: EventChange | null
  onClose: () => void
  onChanged?: (() => void) | undefined
}

/** Cancels, moves or reschedules an event: loads the effects first, and again when someone else changed the event. */
export function EventChangeDialog({ change, ...props }: EventChangeDialogProps) {
  return change === null ? null : <OpenDialog {...props} change={change} />
}

const titles: Record<EventChange, string> = {
  cancel: 'Cancel event',
  postpone: 'Postpone event',
  set_date: 'Set the new date',
}

function OpenDialog({
  eventId,
  change,
  onClose,
  onChanged,
}: EventChangeDialogProps & { change: EventChange }) {
  // Cached figures must not be the basis of a decision.
  const impact = useQuery({
    ...ticketsClient.eventChanges.impact.queryOptions({ input: { eventId } }),
    gcTime: 0,
    staleTime: 0,
  })
  const refresh = () => void impact.refetch()
  if (impact.data && !impact.data.isPaidOut) {
    const shared = {
      eventId,
      title: titles[change],
      impact: impact.data,
      onClose,
      onChanged,
      onStale: refresh,
    }
    return change === 'cancel' ? <CancelEvent {...shared} /> : <MoveEvent {...shared} change={change} />
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={titles[change]}
      actions={
        <>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          {impact.isError && (
            <Button variant="primary" busy={impact.isFetching && 'Reading'} onClick={refresh}>
              Try again
            </Button>
          )}
        </>
      }
    >
      {impact.isError ? (
        <p role="alert">{getErrorMessage(impact.error)}</p>
      ) : impact.data ? (
        <p>{PAID_OUT_MESSAGE}</p>
      ) : (
        <div className="stack" aria-busy="true">
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton height="6rem" />
          <Skeleton height="8rem" />
        </div>
      )}
    </Dialog>
  )
}
