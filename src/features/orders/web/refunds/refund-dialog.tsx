import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import { Skeleton } from '~/design/skeleton'
import { VisuallyHidden } from '~/design/visually-hidden'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import type { RefundableOrder } from '../../contract-refunds'
import { ordersClient } from '../queries'
import { isRefundable, TicketChoice } from './ticket-choice'

type RefundDialogProps = {
  orderId: string
  title: string
  describe: (order: RefundableOrder) => string
  dismissLabel: string
  actionLabel: string
  busy: string | false
  sumLabel: string
  shown: (order: RefundableOrder) => RefundableOrder['tickets']
  first: (order: RefundableOrder) => readonly string[]
  error: unknown
  onAct: (ticketIds: string[]) => void
  onClose: () => void
  children?: ReactNode
}

/** Lets the reader choose the tickets to refund, and shows the amount before they confirm. */
export function RefundDialog(props: RefundDialogProps) {
  const { orderId, onClose, title } = props
  const look = useQuery({
    ...ordersClient.refunds.getRefundable.queryOptions({ input: { orderId } }),
    gcTime: 0,
    staleTime: 0,
  })
  if (look.data) return <RefundChoice {...props} order={look.data} />
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      actions={
        <>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          {look.isError && (
            <Button variant="primary" busy={look.isFetching && 'Reading'} onClick={() => void look.refetch()}>
              Try again
            </Button>
          )}
        </>
      }
    >
      {look.isError ? (
        <p role="alert">{getErrorMessage(look.error)}</p>
      ) : (
        <div aria-busy="true">
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton height="8rem" />
        </div>
      )}
    </Dialog>
  )
}

function RefundChoice({ order, ...props }: RefundDialogProps & { order: RefundableOrder }) {
  const tickets = props.shown(order)
  const able = tickets.filter(isRefundable).map(({ id }) => id)
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(props.first(order)))
  const chosen = new Set(able.filter((id) => picked.has(id)))
  const { busy, error, onClose, onAct } = props
  return (
    <FormDialog
      title={props.title}
      description={props.describe(order)}
      dismissLabel={props.dismissLabel}
      actionLabel={props.actionLabel}
      danger
      busy={busy}
      staysWhileBusy
      isOff={chosen.size === 0}
      onSubmit={() => onAct([...chosen])}
      onClose={onClose}
    >
      {able.length === 0 ? (
        <p className="muted">There is nothing left to refund.</p>
      ) : (
        <TicketChoice
          order={order}
          tickets={tickets}
          chosen={chosen}
          onChoose={setPicked}
          sumLabel={props.sumLabel}
        />
      )}
      {props.children}
      {Boolean(error) && Object.keys(getFieldErrors(error)).length === 0 && (
        <Note tone="red" icon={TriangleAlert} role="alert">
          {getErrorMessage(error)}
        </Note>
      )}
    </FormDialog>
  )
}
