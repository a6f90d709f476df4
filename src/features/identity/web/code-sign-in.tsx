import { useMemo } from 'react'
import { useStoredDraft } from '~/design/use-stored-draft'
import { CodeEntry } from './code-entry'
import { CodeRequest } from './code-request'
import type { Destination } from './use-send-code'
import type { SignInMethods } from './sign-in-queries'

const BLANK = { email: '', phone: '', resendAt: '', misses: '' }

/** Where a code was sent. Stored for the tab, because a phone may reload the page while the person checks their email. */
export function useSentCode() {
  const { draft, keep, drop } = useStoredDraft('sign-in-code', BLANK)
  const sent = useMemo(() => {
    if (draft === undefined || (draft.email === '' && draft.phone === '')) return undefined
    const to: Destination = draft.email === '' ? { phone: draft.phone } : { email: draft.email }
    return { to, resendAt: Number(draft.resendAt), misses: Number(draft.misses) }
  }, [draft])
  return {
    sent,
    /** `isNew`: a newly sent code, without wrong entries so far. */
    keep: (to: Destination, resendAt: number, isNew = true) =>
      keep((stored) => ({
        email: to.email ?? '',
        phone: to.phone ?? '',
        resendAt: String(resendAt),
        misses: isNew ? '' : (stored?.misses ?? ''),
      })),
    countMiss: () => keep((stored) => ({ ...stored, misses: String(Number(stored?.misses ?? '') + 1) })),
    drop,
  }
}

type CodeSignInProps = {
  next: string | undefined
  ways: SignInMethods
  email: string
  onPassword: () => void
}

/** Sign-in with a six-digit code by email or text message. */
export function CodeSignIn({ next, ways, email, onPassword }: CodeSignInProps) {
  const { sent, keep, countMiss, drop } = useSentCode()
  const usePassword = () => {
    drop()
    onPassword()
  }
  if (sent === undefined)
    return <CodeRequest next={next} ways={ways} email={email} onSent={keep} onPassword={usePassword} />
  return (
    <CodeEntry
      key={sent.to.email ?? sent.to.phone}
      next={next}
      ways={ways}
      {...sent}
      onResent={keep}
      onMiss={countMiss}
      onEntered={drop}
      onChangeDestination={drop}
      onPassword={usePassword}
    />
  )
}
