import type { EmailMessage } from '~/platform/email/email'
import { newId } from '~/lib/ids'
import type { IdentityContext } from '../context'
import { type createIdentityHarness, tokenIn } from '../testing'
import { signUpWithVerification } from '../sign-up/sign-up-with-verification'

type Harness = ReturnType<typeof createIdentityHarness>

/** Returns the emails that one step of a test sent. */
export async function emailsOf(harness: Harness, step: () => Promise<unknown>): Promise<EmailMessage[]> {
  // Jobs of earlier steps run first, so that their emails are not returned.
  await harness.runJobs()
  const before = harness.emails.length
  await step()
  await harness.runJobs()
  return harness.emails.slice(before)
}

/** Signs up a person on our own page, with 'first password', and returns the email that they got. */
export async function signUp(harness: Harness, email: string) {
  const browser = harness.createBrowser()
  const [message] = await emailsOf(harness, () =>
    browser.call((client) => client.signUp({ fullName: 'Ada Lind', email, password: 'first password' })),
  )
  return { browser, message }
}

/** Returns the browser of a person who verified their email. */
export async function confirmed(harness: Harness, email: string) {
  const { browser, message } = await signUp(harness, email)
  await browser.call((client) => client.verifyEmail({ token: tokenIn(message) }))
  return browser
}

/** Signs up like an app. */
export function openInApp(
  context: IdentityContext,
  { email, password }: { email: string; password: string },
) {
  return signUpWithVerification(context, {
    id: newId(),
    destination: { email },
    fullName: 'Ada Lind',
    password,
    metadata: {},
    code: undefined,
    channel: 'sms',
    linkTarget: {},
    now: context.now(),
  })
}
