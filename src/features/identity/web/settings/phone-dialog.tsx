import { type ReactNode, useRef, useState } from 'react'
import { TextField } from '~/design/text-field'
import { PHONE_EXPECTED, parsePhone } from '~/lib/phone'
import { AccountChangeDialog } from './account-change-dialog'

type PhoneDialogProps = {
  title: string
  description?: ReactNode
  actionLabel: string
  phone: string
  busy: string | false
  error: string | undefined
  onSubmit: (phone: string) => void
  onClose: () => void
}

export function PhoneDialog({ phone, error, onSubmit, ...dialog }: PhoneDialogProps) {
  const [typed, setTyped] = useState(phone)
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <AccountChangeDialog
      {...dialog}
      startAt={field}
      onSubmit={() => {
        const number = parsePhone(typed)
        setIsWrong(number === undefined)
        if (number !== undefined) onSubmit(number)
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
        error={isWrong ? PHONE_EXPECTED : error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AccountChangeDialog>
  )
}
