import { type ReactNode, useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { isPhone, normalisePhone } from '~/lib/phone'
import { ChangeDialog } from './change-dialog'

type PhoneDialogProps = {
  title: string
  description?: ReactNode
  actLabel: string
  /** To begin with. */
  phone: string
  busy: string | false
  /** What was said about the last one. */
  error: string | undefined
  onSubmit: (phone: string) => void
  onClose: () => void
}

/** A number with its country, as people write them. */
export function PhoneDialog({ phone, error, onSubmit, ...dialog }: PhoneDialogProps) {
  const [typed, setTyped] = useState(phone)
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <ChangeDialog
      {...dialog}
      startAt={field}
      onSubmit={() => {
        // Without its country nobody knows where it is.
        const isWell = /^\s*(?:\+|00)/u.test(typed) && isPhone(normalisePhone(typed))
        setIsWrong(!isWell)
        if (isWell) onSubmit(normalisePhone(typed))
        else field.current?.focus()
      }}
    >
      <TextField
        ref={field}
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+49 30 5550142"
        value={typed}
        maxLength={40}
        error={isWrong ? 'Enter a number with its country, such as +49 30 123456.' : error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  )
}
