import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CodeField } from '~/design/code-field'
import { FormDialog } from '~/design/form-dialog'
import { PasswordField } from '~/design/password-field'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import type { RemovalView } from '../contract-shapes'
import { ENTER_CODE, ENTER_PASSWORD } from '../rules/sentences'
import { account } from './queries'
import { SendDigits } from './send-digits'

type DeleteDialogProps = {
  confirmBy: RemovalView['confirmBy']
  onClose: () => void
  /** The dialog stays until that is done. */
  onGone: () => void | Promise<void>
  /** It did not happen, for another reason than what was typed. */
  onRefused: (error: unknown, words: string) => void
}

const DIGITS = 6

/** The last question, and who asks for it. What was typed wrong stays there, selected. */
export function DeleteDialog({ confirmBy, onClose, onGone, onRefused }: DeleteDialogProps) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isByPassword = confirmBy === 'password'
  const remove = useMutation({
    // By its name a page knows that this tab has ended its session itself.
    mutationKey: account.removal.remove.mutationKey(),
    mutationFn: () => account.removal.remove.call(isByPassword ? { password: typed } : { code: typed }),
    onSuccess: () => onGone(),
    onError: (error) => {
      if (hasCode(error, 'WRONG_PASSWORD') || hasCode(error, 'WRONG_CODE')) {
        setFault(errorMessage(error))
        field.current?.select()
      } else onRefused(error, errorMessage(error))
    },
  })
  const missing = isByPassword ? typed === '' && ENTER_PASSWORD : typed.length < DIGITS && ENTER_CODE
  const submit = () => {
    setFault(missing || undefined)
    if (missing) field.current?.focus()
    else remove.mutate()
  }
  const write = (text: string) => {
    setTyped(text)
    setFault(undefined)
  }
  return (
    <FormDialog
      title="Delete your account?"
      description="This cannot be undone. Your profile goes at once, and you are signed out everywhere."
      startAt={field}
      keepLabel="Keep it"
      actLabel="Delete my account"
      danger
      busy={remove.isPending && 'Deleting'}
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
      above={!isByPassword && <SendDigits sentBy={confirmBy} onSent={() => field.current?.focus()} />}
    >
      {isByPassword ? (
        <PasswordField
          ref={field}
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={fault}
          value={typed}
          onChange={(event) => write(event.target.value)}
        />
      ) : (
        <CodeField
          ref={field}
          label="The six digits"
          name="code"
          kind="digits"
          length={DIGITS}
          required
          error={fault}
          value={typed}
          onValueChange={write}
        />
      )}
    </FormDialog>
  )
}
