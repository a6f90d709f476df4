import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '~/design/button'
import { focusWhenFree } from '~/design/focus-when-free'
import { hasSixDigits, SixDigits } from '~/design/six-digits'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { identity, meQuery } from './queries'

/** Takes the six digits of the verification email, for people who read it on another device. */
export function VerifyCodeForm() {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    identity.codes.confirm.mutationOptions({
      onSuccess: ({ me }) => {
        notify.success('Address confirmed.')
        queryClient.setQueryData(meQuery().queryKey, me)
        focusWhenFree(startOfPage)
      },
      onError: (error) => {
        const isOfCode = ['CODE_WRONG', 'CODE_SPENT', 'TOO_MANY_REQUESTS'].some((code) =>
          hasCode(error, code),
        )
        if (isOfCode) setFault(errorMessage(error))
        else notify.error(errorMessage(error))
      },
    }),
  )

  function send(digits: string) {
    if (confirm.isPending || !hasSixDigits(digits)) return
    setFault(undefined)
    confirm.mutate({ code: digits })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    send(code)
  }

  return (
    <form method="post" className="stack" onSubmit={submit} noValidate aria-label="Confirm your address">
      <SixDigits
        autoFocus
        label="Code from the email"
        value={code}
        onValueChange={setCode}
        onWhole={send}
        error={fault}
      />
      <div className="row">
        <Button type="submit" size="sm" variant="outline" busy={confirm.isPending && 'Confirming'}>
          Confirm
        </Button>
      </div>
    </form>
  )
}

/** The banner disappears with the focus in it: the keyboard continues at the start of the page. */
function startOfPage(): HTMLElement | null {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  start?.setAttribute('tabindex', '-1')
  return start
}
