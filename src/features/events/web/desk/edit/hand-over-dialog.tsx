import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Dialog } from '~/design/dialog'
import { FormDialog } from '~/design/form-dialog'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { proofFault } from '~/platform/rpc/proof-fault'
import type { FoundMember } from '../../../contract-desk'
import { events } from '../../queries'
import { teamQuery } from '../night-queries'
import { MemberSearch } from './member-search'
import type { NightEditor } from './use-night-editor'

type HandOverDialogProps = {
  eventId: string
  editor: NightEditor
  ownId: string | undefined
  onClose: () => void
}

/** First to whom, then what it means, with the password, or a code in its place, of whoever gives it away. */
export function HandOverDialog({ eventId, editor, ownId, onClose }: HandOverDialogProps) {
  const client = useQueryClient()
  const [member, setMember] = useState<FoundMember>()
  const proof = useOwnProof()
  const give = useMutation({
    mutationFn: (personId: string) =>
      editor.act(() => events.desk.handOver.call({ id: eventId, personId, password: proof.typed })),
    onSuccess: () => {
      notify.success(`${member?.name ?? 'Somebody else'} organizes it now. You stay as a manager.`)
      onClose()
      void client.invalidateQueries({ queryKey: teamQuery(eventId).queryKey })
    },
    onError: (error) => {
      const fault = proofFault(error)
      if (fault !== undefined) proof.refuse(fault)
    },
  })

  if (!member)
    return (
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Hand over"
        description="Choose the member who organizes this night from now on."
        className="mdlg"
      >
        <MemberSearch
          eventId={eventId}
          taken={ownId === undefined ? [] : [ownId]}
          takenWord="You"
          pickWord="Choose"
          onPick={setMember}
        />
      </Dialog>
    )

  return (
    <FormDialog
      title={`Hand over to ${member.name}?`}
      description={`${member.name} gets everything: prices, promo codes, refunds, the money and the people. You stay as a manager, and only ${member.name} can hand it back.`}
      startAt={proof.input}
      className="mdlg"
      actLabel="Hand over"
      danger
      busy={give.isPending && 'Handing over'}
      staysWhileBusy
      isOff={proof.by === 'nothing'}
      onSubmit={() => {
        if (proof.check()) give.mutate(member.id)
      }}
      onClose={onClose}
      above={
        <p className="row">
          <Avatar id={member.id} name={member.name} imageUrl={member.avatarUrl} size={36} />
          <b className="b">{member.name}</b>
        </p>
      }
    >
      <ProofField proof={proof} />
      {give.error && proofFault(give.error) === undefined && (
        <p className="err" role="alert">
          {errorMessage(give.error)}
        </p>
      )}
    </FormDialog>
  )
}
