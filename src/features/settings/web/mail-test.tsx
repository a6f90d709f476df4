import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Button } from '~/design/button'
import { errorMessage } from '~/platform/rpc/errors'
import { settings } from './queries'

/** A mail to oneself from the address in the field, saved or not, and below the button what became of it. */
export function MailTest({ sender, email }: { sender: string; email: string | null }) {
  const test = useMutation(settings.testMail.mutationOptions())
  const isStale = test.variables !== undefined && test.variables.sender !== sender
  const failed = test.isError || test.data?.isSent === false
  const words = test.isError ? errorMessage(test.error) : test.data?.words
  const whereTo =
    email === null ? 'You have no email yet, so there is nowhere to send it.' : `Goes to ${email} at once.`
  return (
    <div className="field">
      <span className="lab">Test</span>
      <Button
        icon={Send}
        className="house-test"
        busy={test.isPending && 'Sending'}
        aria-describedby="mail-test-help"
        onClick={() => test.mutate({ sender })}
      >
        Send me a test
      </Button>
      <output className={failed && !isStale ? 'err' : 'help'} id="mail-test-help">
        {isStale || words === undefined ? whereTo : words}
      </output>
    </div>
  )
}
