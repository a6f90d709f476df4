import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { pointAtFirst, typed } from './form-faults'
import { identity } from './queries'
import { useEnter } from './use-enter'
import { usePendingTrouble } from './use-factor-check'

// Whoever is no member is led on to settings of their own.
const SECOND_FACTOR = '/dashboard/settings#factor'

/** For whoever has lost what they show otherwise. Each code opens once. */
export function RecoveryForm({ next }: { next: string | undefined }) {
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const enter = useEnter()
  const onTrouble = usePendingTrouble()
  const router = useRouter()
  const recover = useMutation(
    identity.recoveryCodes.use.mutationOptions({
      onSuccess: async ({ left, ...entered }) => {
        await enter(entered)
        notify.success(saidOf(left), {
          action: { label: 'To your settings', onClick: () => router.history.push(SECOND_FACTOR) },
        })
      },
      onError: (error) => {
        if (hasCode(error, 'WRONG_CODE')) setFault(errorMessage(error))
        else onTrouble(error)
      },
    }),
  )
  useEffect(() => {
    if (fault === undefined) return
    field.current?.focus()
    field.current?.select()
  }, [fault])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = typed(form, 'code')
    const found = { code: code.trim() === '' ? 'Enter a recovery code.' : undefined }
    setFault(found.code)
    notify.dismiss()
    if (pointAtFirst(form, found)) recover.mutate({ code, next })
  }
  return (
    <form
      method="post"
      className="stack au-form"
      onSubmit={submit}
      noValidate
      aria-label="Two-step verification"
    >
      <TextField
        ref={field}
        label="Recovery code"
        name="code"
        className="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        required
        error={fault}
        help="Twelve letters and digits, as you kept them."
      />
      <Button type="submit" variant="primary" size="lg" full busy={recover.isPending && 'Checking'}>
        Continue
      </Button>
    </form>
  )
}

function saidOf(left: number): string {
  if (left === 0) return 'That was your last recovery code. Remove what you lost and make new ones.'
  return `That code is used up. You have ${left} left; remove the method you lost and add a new one.`
}
