import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { useRefetchFeatures } from '~/platform/rpc/use-refetch-features'
import type { Ticket } from '../../contract'
import { EMAIL_NEEDED, VERIFY_TO_TRANSFER } from '~/features/orders/rules/error-messages'
import { EmailNeeded, VerifyEmailLink } from '~/design/email-required'
import { ticketsClient } from '../queries'
import styles from '../tickets.module.css'

export interface TransferTicketProps {
  ticket: Ticket
  mustVerify: boolean
}

/** The transfer of a valid, unused ticket: starts it, or shows and withdraws a pending one. */
export function TransferTicket({ ticket, mustVerify }: TransferTicketProps) {
  if (ticket.transfer !== null) return <PendingTransfer ticket={ticket} email={ticket.transfer.email} />
  if (ticket.status !== 'valid' || ticket.isAttended || ticket.qr === null) return null
  if (mustVerify)
    return (
      <p className={classNames('small muted', styles.sentence)}>
        {VERIFY_TO_TRANSFER} <VerifyEmailLink />
      </p>
    )
  return <StartTransferDialog ticket={ticket} />
}

function StartTransferDialog({ ticket }: { ticket: Ticket }) {
  const [isOpen, setIsOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refetch = useRefetchFeatures(['orders', 'tickets'])
  const form = useForm({
    blank: { email: '' },
    send: ({ email }) => ticketsClient.transfers.start.call({ ticketId: ticket.id, email: email.trim() }),
    onDone: (sent) => {
      setIsOpen(false)
      notify.success(`A link is on its way to ${sent.email}.`)
      return refetch()
    },
    findProblems: (error) =>
      hasErrorCode(error, 'OWN_ADDRESS') ? { email: getErrorMessage(error) } : getFieldErrors(error),
    onError: (error, { isAtField }) => {
      if (!isAtField && !hasErrorCode(error, 'EMAIL_NEEDED'))
        notify.error(getErrorMessage(error), { about: ticket.id })
    },
  })
  return (
    <FormDialog
      title="Transfer ticket"
      description="The recipient gets an email with a link. Once they accept the ticket, it has a new QR code, and yours is no longer valid."
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => {
        setIsOpen(false)
        form.clear()
      }}
      startAt={field}
      trigger={<Button icon={Send}>Transfer ticket</Button>}
      actionLabel="Send link"
      busy={form.isSending && 'Sending'}
      onSubmit={form.submit}
    >
      <TextField
        ref={field}
        label="Recipient’s email"
        name="email"
        type="email"
        autoComplete="off"
        {...form.text('email')}
      />
      {hasErrorCode(form.error, 'EMAIL_NEEDED') && <EmailNeeded reason={EMAIL_NEEDED} />}
    </FormDialog>
  )
}

function PendingTransfer({ ticket, email }: { ticket: Ticket; email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const refetch = useRefetchFeatures(['orders', 'tickets'])
  const withdraw = useMutation({
    ...ticketsClient.transfers.withdraw.mutationOptions(),
    onSuccess: () => notify.success('Transfer canceled. The ticket stays yours.'),
    onError: (error) => notify.error(getErrorMessage(error), { about: ticket.id }),
    onSettled: () => {
      setIsOpen(false)
      return refetch()
    },
  })
  return (
    <Note icon={Send} className={styles.offered}>
      <span>
        Transfer sent to <b className="bold">{email}</b>. The ticket is yours until they accept it.
      </span>
      <ConfirmDialog
        title="Cancel transfer?"
        description={`The link that we sent to ${email} stops working.`}
        confirmLabel="Cancel transfer"
        danger={false}
        busy={withdraw.isPending ? 'Canceling' : false}
        open={isOpen}
        onOpenChange={setIsOpen}
        onConfirm={() => withdraw.mutate({ ticketId: ticket.id })}
        trigger={<Button size="sm">Cancel transfer</Button>}
      />
    </Note>
  )
}
