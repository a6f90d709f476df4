import { useQueryClient } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { Form } from '~/design/form'
import { hasSixDigits, SixDigitField } from '~/design/six-digit-field'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { identity, meQuery } from './queries'

/** Form for the code in the verification email, for people who read it on another device. */
export function VerifyCodeForm() {
  const queryClient = useQueryClient()
  const form = useForm({
    blank: { code: '' },
    send: (input) => identity.codes.confirm.call(input),
    onDone: ({ me }) => {
      notify.success('Email address verified.')
      queryClient.setQueryData(meQuery().queryKey, me)
      focusIfFocusLost(getFocusablePageStart)
    },
    findProblems: (error) => (isOfCode(error) ? { code: getErrorMessage(error) } : {}),
    onError: (error, { isAtField }) => isAtField || notify.error(getErrorMessage(error)),
  })
  const send = (code: string) => {
    if (!form.isSending && hasSixDigits(code)) form.send({ code })
  }

  return (
    <Form
      method="post"
      className="stack"
      aria-label="Verify your email address"
      onSubmit={() => send(form.values.code)}
    >
      <SixDigitField autoFocus label="Code from the email" {...form.field('code')} onComplete={send} />
      <div className="row">
        <Button type="submit" size="sm" variant="outline" busy={form.isSending && 'Verifying'}>
          Verify
        </Button>
      </div>
    </Form>
  )
}

const isOfCode = (error: unknown) =>
  ['CODE_WRONG', 'CODE_SPENT', 'TOO_MANY_REQUESTS'].some((code) => hasErrorCode(error, code))

/** Returns the start of the page, where the focus moves when the banner disappears. */
function getFocusablePageStart(): HTMLElement | null {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  start?.setAttribute('tabindex', '-1')
  return start
}
