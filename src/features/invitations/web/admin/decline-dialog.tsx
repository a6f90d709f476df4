import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogActions } from '~/design/dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import type { InviteRequest } from '../../contract-requests'
import { MESSAGE_MAX } from '../../rules/allowance'
import { invitations } from '../queries'

type DeclineDialogProps = {
  request: InviteRequest
  onClose: () => void
  onConflict: (message: string) => void
}

/** Asks for confirmation, because an email cannot be recalled. The message stays in the dialog on failure. */
export function DeclineDialog({ request, onClose, onConflict }: DeclineDialogProps) {
  const queryClient = useQueryClient()
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, fullName, email } = request
  const hasMessage = message.trim() !== ''
  const decline = useMutation(
    invitations.requests.decline.mutationOptions({
      onSuccess: () => {
        onClose()
        notify.success(`${fullName} is declined`, {
          detail: hasMessage ? `Your message is on its way to ${email}.` : 'No email was sent.',
        })
      },
      onError: (error) => {
        if (hasErrorCode(error, 'ANSWERED') || hasErrorCode(error, 'NOT_FOUND')) {
          onClose()
          return onConflict(getErrorMessage(error))
        }
        setProblem(getFieldErrors(error)['message'])
        notify.error('Failed to decline request', { detail: getErrorMessage(error) })
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.key() }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Decline ${fullName}?`}
      description={hasMessage ? `Your message goes to ${email}.` : 'Without a message, no email is sent.'}
      startAt={field}
      actions={
        <DialogActions>
          <Button
            variant="danger"
            busy={decline.isPending && 'Declining'}
            onClick={() => decline.mutate({ id, ...(hasMessage ? { message: message } : {}) })}
          >
            Decline
          </Button>
        </DialogActions>
      }
    >
      <TextArea
        ref={field}
        label="Message"
        labelEnd={message === '' ? 'Optional' : `${Array.from(message).length}/${MESSAGE_MAX}`}
        value={message}
        maxLength={MESSAGE_MAX}
        error={problem}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Dialog>
  )
}
