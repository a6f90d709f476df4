import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { notify } from '~/design/toast'
import styles from './auth-page.module.css'

type AuthFormProps = {
  form: { submit: (form: HTMLFormElement) => void; isSending: boolean }
  label?: string
  children: ReactNode
}

/** A form of the sign-in pages. Submitting it dismisses the previous toast. */
export function AuthForm({ form, label, children }: AuthFormProps) {
  return (
    <Form
      method="post"
      className={classNames('stack', styles.form)}
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
