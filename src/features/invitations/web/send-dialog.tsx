import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { DialogCode, CodeActions } from './code-actions'
import { invitations } from './queries'

type SendDialogProps = { code: DialogCode; actions: CodeActions; onClose: () => void }

export function SendDialog({ code, actions, onClose }: SendDialogProps) {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: { email: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? 'Enter an address.' : undefined }),
    send: ({ email }) => actions.send({ id: code.id, email }),
    onDone: ({ account }, { email }) => {
      onClose()
      notify.success(`The code is on its way to ${email.trim()}`, {
        ...(account === 'customer' && {
          detail: 'They already have an account. The email explains how to add the code.',
        }),
      })
    },
    findProblems: (error) => ({ email: fieldErrors(error)['email'] ?? errorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitations.key() }),
  })
  return (
    <FormDialog
      title={`Send ${code.code}`}
      description="They get an email with a link that fills in the code."
      startAt={field}
      actionLabel="Send"
      busy={form.isSending && 'Sending'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label="Address"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.text('email')}
      />
    </FormDialog>
  )
}
