import type { ReactNode } from 'react'
import { Form } from '~/design/form'
import { notify } from '~/design/toast'

type AuthFormProps = {
  form: { submit: (form: HTMLFormElement) => void; isSending: boolean }
  label?: string
  children: ReactNode
}

/** A form of the sign-in pages. A new try dismisses the toast about the last one. */
export function AuthForm({ form, label, children }: AuthFormProps) {
  return (
    <Form
      method="post"
      className="stack au-form"
      aria-label={label}
      isBusy={form.isSending}
      onSubmit={(element) => {
        notify.dismiss()
        form.submit(element)
      }}
    >
      {children}
    </Form>
  )
}
