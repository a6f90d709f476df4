import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogActions } from '~/design/dialog'
import { TextArea } from '~/design/text-area'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import type { InviteRequest } from '../../contract-requests'
import { ANSWER_MAX } from '../../rules/allowance'
import { invitations } from '../queries'

type DeclineDialogProps = {
  request: InviteRequest
  onClose: () => void
  onBeaten: (words: string) => void
}

/** Asks first, because an email cannot be recalled. The message stays in the dialog on failure. */
export function DeclineDialog({ request, onClose, onBeaten }: DeclineDialogProps) {
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, fullName, email } = request
  const hasWords = words.trim() !== ''
  const decline = useMutation(
    invitations.requests.decline.mutationOptions({
      onSuccess: () => {
        onClose()
        notify.success(`${fullName} is declined`, {
          detail: hasWords ? `Your message is on its way to ${email}.` : 'No email was sent.',
        })
      },
      onError: (error) => {
        if (hasCode(error, 'ANSWERED') || hasCode(error, 'NOT_FOUND')) {
          onClose()
          return onBeaten(errorMessage(error))
        }
        setFault(fieldErrors(error)['words'])
        notify.error('Failed to decline request', { detail: errorMessage(error) })
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.key() }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Decline ${fullName}?`}
      description={hasWords ? `Your message goes to ${email}.` : 'Without a message, no email is sent.'}
      startAt={field}
      actions={
        <DialogActions>
          <Button
            variant="danger"
            busy={decline.isPending && 'Declining'}
            onClick={() => decline.mutate({ id, ...(hasWords ? { words } : {}) })}
          >
            Decline
          </Button>
        </DialogActions>
      }
    >
      <TextArea
        ref={field}
        label="Message"
        labelEnd={words === '' ? 'Optional' : `${Array.from(words).length}/${ANSWER_MAX}`}
        value={words}
        maxLength={ANSWER_MAX}
        error={fault}
        onChange={(event) => setWords(event.target.value)}
      />
    </Dialog>
  )
}
