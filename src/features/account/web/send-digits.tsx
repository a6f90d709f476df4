import { useMutation } from '@tanstack/react-query'
import { Mail, MessageSquare } from 'lucide-react'
import { Button } from '~/design/button'
import { errorMessage } from '~/platform/rpc/errors'
import { account } from './queries'

type SendDigitsProps = { sentBy: 'mail' | 'text'; onSent: () => void }

const words = {
  mail: { send: 'Mail me six digits', sent: 'Sent. Look into your mail.' },
  text: { send: 'Text me six digits', sent: 'Sent. Look at your phone.' },
}

/** For whoever has no password: the digits that show that it is they. */
export function SendDigits({ sentBy, onSent }: SendDigitsProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(
    account.removal.sendCode.mutationOptions({ onSuccess: onSent }),
  )
  const { send, sent } = words[sentBy]
  return (
    <div className="row wrapf">
      <Button
        icon={sentBy === 'mail' ? Mail : MessageSquare}
        busy={isPending && 'Sending'}
        onClick={() => mutate(undefined)}
      >
        {isSuccess ? 'Send new ones' : send}
      </Button>
      <output className="small m2">{error ? errorMessage(error) : isSuccess ? sent : ''}</output>
    </div>
  )
}
