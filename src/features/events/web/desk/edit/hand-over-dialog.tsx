import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { PasswordField } from '~/design/password-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
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

/** First to whom, then what it means, with the password of whoever gives it away. */
export function HandOverDialog({ eventId, editor, ownId, onClose }: HandOverDialogProps) {
  const client = useQueryClient()
  const [member, setMember] = useState<FoundMember>()
  const [password, setPassword] = useState('')
  const give = useMutation({
    mutationFn: (personId: string) =>
      editor.act(() => events.desk.handOver.call({ id: eventId, personId, password })),
    onSuccess: () => {
      notify.success(`${member?.name ?? 'Somebody else'} organizes it now. You stay as a manager.`)
      onClose()
      void client.invalidateQueries({ queryKey: teamQuery(eventId).queryKey })
    },
  })
  const isPassword = hasCode(give.error, 'WRONG_PASSWORD') || hasCode(give.error, 'PASSWORD_MISSING')

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
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Hand over to ${member.name}?`}
      description={`${member.name} gets everything: prices, promo codes, refunds, the money and the people. You stay as a manager, and only ${member.name} can hand it back.`}
      className="mdlg"
    >
      <form
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          give.mutate(member.id)
        }}
      >
        <p className="row">
          <Avatar name={member.name} imageUrl={member.avatarUrl} size={36} />
          <b className="b">{member.name}</b>
        </p>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={isPassword ? errorMessage(give.error) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {give.error && !isPassword && (
          <p className="err" role="alert">
            {errorMessage(give.error)}
          </p>
        )}
        <div className="row dact">
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="danger" busy={give.isPending ? 'Handing over' : false}>
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
