import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { AuthForm } from './auth-form'
import { identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import { usePendingTrouble } from './use-factor-check'

// Redirects non-members to their own settings.
const SECOND_FACTOR = '/dashboard/settings#factor'

/** Form for a recovery code, which replaces a lost verification method. Each code works once. */
export function RecoveryForm({ next }: { next: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  const enter = useAfterSignIn()
  const onTrouble = usePendingTrouble()
  const router = useRouter()
  const form = useForm({
    blank: { code: '' },
    mutationKey: identity.recoveryCodes.use.mutationKey(),
    check: ({ code }) => ({ code: code.trim() === '' ? 'Enter a recovery code.' : undefined }),
    send: ({ code }) => identity.recoveryCodes.use.call({ code, next }),
    onDone: async ({ left, ...entered }) => {
      await enter(entered)
      notify.success(formatSuccess(left), {
        action: { label: 'Open settings', onClick: () => router.history.push(SECOND_FACTOR) },
      })
    },
    findProblems: (error) => (hasCode(error, 'WRONG_CODE') ? { code: errorMessage(error) } : {}),
    onError: (error, { isAtField }) => isAtField || onTrouble(error),
  })
  const problem = form.problems['code']
  useEffect(() => {
    if (problem === undefined) return
    field.current?.focus()
    field.current?.select()
  }, [problem])
  return (
    <AuthForm form={form} label="Two-step verification">
      <TextField
        ref={field}
        label="Recovery code"
        className="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        required
        {...form.native('code')}
        help="Twelve letters and digits, as you saved them."
      />
      <Button type="submit" variant="primary" size="lg" full busy={form.isSending && 'Checking'}>
        Continue
      </Button>
    </AuthForm>
  )
}

function formatSuccess(left: number): string {
  if (left === 0) return 'That was your last recovery code. Remove the method you lost and make new codes.'
  return `That code is now used. You have ${left} left; remove the method you lost and add a new one.`
}
