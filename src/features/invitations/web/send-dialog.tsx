import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { AskedCode, CodeActions } from './code-actions'
import { invitations } from './queries'

type SendDialogProps = { code: AskedCode; actions: CodeActions; onClose: () => void }

/** Mails an open code. What was typed stays when that fails. */
export function SendDialog({ code, actions, onClose }: SendDialogProps) {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const send = useMutation({
    mutationFn: () => actions.send({ id: code.id, email }),
    onSuccess: ({ account }) => {
      onClose()
      notify.success(`The code is on its way to ${email.trim()}`, {
        ...(account === 'customer' && {
          detail: 'They have an account already: the mail says how to add the code.',
        }),
      })
    },
    onError: (error) => setFault(fieldErrors(error)['email'] ?? errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.key() }),
  })
  const submit = () => {
    setFault(undefined)
    if (email.trim() !== '') return send.mutate()
    setFault('Enter an address.')
    field.current?.focus()
  }
  return (
    <FormDialog
      title={`Send ${code.code}`}
      description="They get a mail with a link that fills the code in."
      startAt={field}
      actLabel="Send"
      busy={send.isPending && 'Sending'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label="Address"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={fault}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
