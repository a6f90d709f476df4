import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { hasCode } from '~/platform/rpc/errors'
import { FactorCodeForm } from './factor-code-form'
import { SendAgain } from './send-again'
import { useFactorCheck } from './use-factor-check'
import { waitOf } from './use-send-code'
import type { PendingFactor } from './way-queries'

export type FactorFormProps = {
  factor: PendingFactor
  next: string | undefined
  trustBrowser: boolean
  /** The box "Trust this browser". */
  trust: ReactNode
}

/** What an authenticator app shows. */
export function AppForm({ trust, ...shown }: FactorFormProps) {
  const [fault, setFault] = useState<string>()
  const { check, isChecking } = useFactorCheck({ ...shown, onWrong: setFault })
  return (
    <FactorCodeForm
      label="Code from your app"
      fault={fault}
      onFault={setFault}
      isChecking={isChecking}
      onCode={(code) => check({ code })}
    >
      {trust}
    </FactorCodeForm>
  )
}

/** A text message, sent at a press: it costs somebody money, and a page that is loaded again must not send another. */
export function PhoneForm({ trust, ...shown }: FactorFormProps) {
  const [fault, setFault] = useState<string>()
  const [againAt, setAgainAt] = useState<number>()
  const { ask, check, isChecking, onTrouble } = useFactorCheck({ ...shown, onWrong: setFault })
  const send = useMutation({
    mutationFn: ask,
    onMutate: () => notify.dismiss(),
    onSuccess: () => {
      setFault(undefined)
      setAgainAt(Date.now() + 60_000)
    },
    onError: (error) => {
      const wait = hasCode(error, 'TOO_MANY_REQUESTS') ? waitOf(error) : undefined
      if (wait !== undefined && againAt !== undefined) setAgainAt(Date.now() + wait * 1000)
      onTrouble(error)
    },
  })
  if (againAt === undefined)
    return (
      <div className="stack au-form">
        {trust}
        <Button
          variant="primary"
          size="lg"
          full
          busy={send.isPending && 'Sending'}
          onClick={() => send.mutate()}
        >
          Text me a code
        </Button>
      </div>
    )
  return (
    <FactorCodeForm
      label="Code from the message"
      fault={fault}
      onFault={setFault}
      isChecking={isChecking}
      onCode={(code) => check({ code })}
    >
      <div className="row small">
        <SendAgain from={againAt} isSending={send.isPending} onSend={() => send.mutate()} />
      </div>
      {trust}
    </FactorCodeForm>
  )
}

const NO_KEY_USED = 'No key answered. Try again, or another way.'

/** A security key: the browser asks for it in a dialog of its own. */
export function KeyForm({ trust, ...shown }: FactorFormProps) {
  const { ask, check, isChecking, onTrouble } = useFactorCheck({ ...shown, onWrong: notify.error })
  const askKey = useMutation({
    mutationFn: async () => {
      const { askPasskey } = await import('./ask-passkey')
      const { request } = await ask()
      return request === null ? undefined : askPasskey(request)
    },
    onMutate: () => notify.dismiss(),
    onSuccess: (authentication) =>
      authentication === undefined ? notify.error(NO_KEY_USED) : check({ authentication }),
    onError: onTrouble,
  })
  return (
    <div className="stack au-form">
      {trust}
      <Button
        variant="primary"
        size="lg"
        full
        busy={(askKey.isPending && 'Asking') || (isChecking && 'Checking')}
        onClick={() => askKey.mutate()}
      >
        Use the key
      </Button>
    </div>
  )
}
