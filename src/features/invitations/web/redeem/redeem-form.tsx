import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { CodeField } from '~/design/code-field'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { normaliseCode } from '../../rules/invitation-code'
import { invitations } from '../queries'

const CODE_LENGTH = 8
const HELP = 'From a member. It is used once, and yours from then on.'

type RedeemFormProps = {
  /** From an invitation's link. It is filled in and not sent: a link that is opened changes nothing by itself. */
  code?: string | undefined
  /** The person is a member from now on. Awaited: until then the form says that it is busy. */
  onRedeemed: () => Promise<void>
  /** One section of a page among others, under a title that says what it is: nothing of it is loud. */
  isTitled?: boolean
}

/** Eight cells that are sent as soon as they are full. A refused code stays, to be looked at again. */
export function RedeemForm({ code: given = '', onRedeemed, isTitled = false }: RedeemFormProps) {
  const [code, setCode] = useState(() =>
    normaliseCode(given)
      .replaceAll(/[^A-Z0-9]/gu, '')
      .slice(0, CODE_LENGTH),
  )
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const redeem = useMutation(
    invitations.redeem.mutationOptions({
      onSuccess: onRedeemed,
      onError: async (error) => {
        // In another tab, say: what they came for is theirs already.
        if (hasCode(error, 'ALREADY_MEMBER')) return onRedeemed()
        setFault(errorMessage(error))
      },
    }),
  )

  function send(whole: string): void {
    setFault(undefined)
    redeem.mutate({ code: whole }, { onError: () => field.current?.focus() })
  }
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (redeem.isPending) return
    if (code.length === CODE_LENGTH) return send(code)
    setFault('A code has eight letters and digits.')
    field.current?.focus()
  }

  const busy = redeem.isPending && 'Redeeming'
  return (
    <form method="post" className="stack" onSubmit={submit} noValidate aria-label="Invitation code">
      <CodeField
        ref={field}
        label="Invitation code"
        hideLabel={isTitled}
        name="code"
        help={isTitled || fault !== undefined ? undefined : HELP}
        value={code}
        readOnly={redeem.isPending}
        onValueChange={(value) => {
          if (redeem.isPending) return
          setCode(value)
          setFault(undefined)
          if (value.length === CODE_LENGTH && value !== code) send(value)
        }}
        error={fault}
      />
      {isTitled ? (
        <div className="row">
          <Button type="submit" busy={busy}>
            Redeem
          </Button>
        </div>
      ) : (
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Redeem
        </Button>
      )}
    </form>
  )
}
