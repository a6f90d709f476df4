import { useRef } from 'react'
import { Button } from '~/design/button'
import { CodeField } from '~/design/code-field'
import { Form } from '~/design/form'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { normalizeCode } from '../../rules/invitation-code'
import { invitations } from '../queries'

const CODE_LENGTH = 8
const HELP = 'You get a code from a member. It works once.'

type RedeemFormProps = {
  /** The code from an invitation link. It is only prefilled, because opening a link must not redeem the code. */
  code?: string | undefined
  /** Called when the person has become a member. The form stays busy until the returned promise resolves. */
  onRedeemed: () => Promise<void>
  /** Whether the form is a section with its own title, and looks plainer. */
  isTitled?: boolean
}

/** Form with eight cells, submitted as soon as they are full. A refused code stays for correction. */
export function RedeemForm({ code: given = '', onRedeemed, isTitled = false }: RedeemFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: {
      code: normalizeCode(given)
        .replaceAll(/[^A-Z0-9]/gu, '')
        .slice(0, CODE_LENGTH),
    },
    check: ({ code }) => ({
      code: code.length === CODE_LENGTH ? undefined : 'A code has eight letters and digits.',
    }),
    send: (input) => invitations.redeem.call(input),
    onDone: onRedeemed,
    findProblems: (error) => (hasErrorCode(error, 'ALREADY_MEMBER') ? {} : { code: getErrorMessage(error) }),
    onError: async (error) => {
      if (hasErrorCode(error, 'ALREADY_MEMBER')) await onRedeemed()
      field.current?.focus()
    },
  })
  const { code } = form.values
  const problem = form.problems['code']
  const busy = form.isSending && 'Redeeming'
  return (
    <Form
      method="post"
      className="stack"
      isBusy={form.isSending}
      onSubmit={form.submit}
      aria-label="Invitation code"
    >
      <CodeField
        ref={field}
        label="Invitation code"
        hideLabel={isTitled}
        name="code"
        help={isTitled || problem !== undefined ? undefined : HELP}
        value={code}
        readOnly={form.isSending}
        onValueChange={(value) => {
          if (form.isSending) return
          form.set({ code: value })
          if (value.length === CODE_LENGTH && value !== code) form.send({ code: value })
        }}
        error={problem}
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
    </Form>
  )
}
