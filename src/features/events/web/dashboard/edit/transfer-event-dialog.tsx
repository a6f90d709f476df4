import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Dialog } from '~/design/dialog'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { useReauthenticationField } from '~/design/use-reauthentication-field'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { notify } from '~/design/toast'
import { useForm } from '~/platform/rpc/use-form'
import type { FoundMember } from '../../../contract-dashboard'
import { events } from '../../queries'
import { teamQuery } from '../event-queries'
import { MemberSearch } from './member-search'
import type { EventEditor } from './use-event-editor'

type TransferEventDialogProps = {
  eventId: string
  editor: EventEditor
  ownId: string | undefined
  onClose: () => void
}

/** Asks for the new organizer, then for a confirmation with the current organizer's password or a one-time code. */
export function TransferEventDialog({ eventId, editor, ownId, onClose }: TransferEventDialogProps) {
  const client = useQueryClient()
  const [member, setMember] = useState<FoundMember>()
  const proof = useReauthenticationField()
  const form = useForm({
    blank: {},
    proof,
    send: () =>
      editor.act(() =>
        events.dashboard.handOver.call({ id: eventId, personId: member?.id ?? '', password: proof.typed }),
      ),
    onDone: () => {
      notify.success(`${member?.name ?? 'Another member'} is now the organizer. You stay as a manager.`)
      onClose()
      void client.invalidateQueries({ queryKey: teamQuery(eventId).queryKey })
    },
  })

  if (!member)
    return (
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Hand over"
        description="Choose the new organizer of this event."
      >
        <MemberSearch
          eventId={eventId}
          taken={ownId === undefined ? [] : [ownId]}
          takenLabel="You"
          pickLabel="Choose"
          onPick={setMember}
        />
      </Dialog>
    )

  return (
    <FormDialog
      title={`Hand over to ${member.name}?`}
      description={`${member.name} gets full control: prices, promo codes, refunds, money and team. You stay as a manager. Only ${member.name} can hand the event back.`}
      startAt={proof.input}
      actionLabel="Hand over"
      danger
      busy={form.isSending && 'Handing over'}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={form.submit}
      onClose={onClose}
      above={
        <p className="row">
          <Avatar id={member.id} name={member.name} imageUrl={member.avatarUrl} size={36} />
          <b className="bold">{member.name}</b>
        </p>
      }
    >
      <ReauthenticationField proof={proof} />
      <FormError text={form.sentence} />
    </FormDialog>
  )
}
