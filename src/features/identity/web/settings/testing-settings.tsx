import { ORPCError } from '@orpc/client'
import { type ReactNode, Suspense } from 'react'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { OwnAccount } from '../../contract-account'
import { renderPart } from '../testing-parts'
import { ReauthenticationProvider } from './reauthentication-provider'

export const mara: OwnAccount = {
  fullName: 'Mara Voss',
  email: 'mara@voss.example',
  isEmailVerified: true,
  emailChange: null,
  phone: null,
  isPhoneVerified: false,
  newPhone: null,
  hasTextMessages: true,
  hasPassword: true,
  passwordChangedAt: null,
  hasSecondFactor: false,
  codeDestination: { by: 'email', to: 'm···@voss.example' },
}

/** Fake server answers for an account without other sign-in methods. */
const nothing: Answers = {
  'account.get': () => mara,
  'account.sessions.list': () => ({ sessions: [] }),
  'factors.list': () => ({
    factors: [],
    hasTextMessages: true,
    trustedBrowsers: 0,
    isThisBrowserTrusted: false,
  }),
  'recoveryCodes.status': () => ({ left: 0, madeAt: null }),
  'passkeys.list': () => ({ passkeys: [] }),
  'identities.list': () => ({ identities: [], linkable: [] }),
}

/** Renders a section as on its page. Returns a function that lists the calls that change data. */
export async function showSection(
  part: ReactNode,
  answers: Answers = {},
): Promise<() => [call: string, input: unknown][]> {
  const asked = fakeServer({ ...nothing, ...answers })
  await renderPart(
    <Suspense fallback="Loading">
      <ReauthenticationProvider>{part}</ReauthenticationProvider>
    </Suspense>,
  )
  return () => asked.filter(([name]) => !(name in nothing))
}

/** Returns a fake call that fails with this error code. */
export function createRefusedCall(code: string, message: string) {
  return () => {
    throw new ORPCError(code, { message })
  }
}

/** Returns a fake call that fails, because the previous call was too recent. */
export function createTooEarlyCall(seconds: number) {
  return () => {
    throw new ORPCError('TOO_MANY_REQUESTS', {
      status: 429,
      message: `Too many attempts. Try again in ${seconds} seconds.`,
      data: { retryAfterSeconds: seconds },
    })
  }
}

/** Delays a fake answer, so that the page renders its pending state first. */
export function delayResponse(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
