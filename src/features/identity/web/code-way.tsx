import { useMemo } from 'react'
import { useKeptDraft } from '~/design/use-kept-draft'
import { CodeEntry } from './code-entry'
import { CodeRequest } from './code-request'
import type { Destination } from './use-send-code'
import type { Ways } from './way-queries'

const BLANK = { email: '', phone: '', againAt: '', misses: '' }

/** Where a code was sent. The tab keeps it: whoever looks into their email on a phone may find the page loaded anew. */
export function useSentCode() {
  const { draft, keep, drop } = useKeptDraft('sign-in-code', BLANK)
  const sent = useMemo(() => {
    if (draft === undefined || (draft.email === '' && draft.phone === '')) return undefined
    const to: Destination = draft.email === '' ? { phone: draft.phone } : { email: draft.email }
    return { to, againAt: Number(draft.againAt), misses: Number(draft.misses) }
  }, [draft])
  return {
    sent,
    /** `isNew`: another code than the one before, at which nobody guessed yet. */
    keep: (to: Destination, againAt: number, isNew = true) =>
      keep((kept) => ({
        email: to.email ?? '',
        phone: to.phone ?? '',
        againAt: String(againAt),
        misses: isNew ? '' : (kept?.misses ?? ''),
      })),
    countMiss: () => keep((kept) => ({ ...kept, misses: String(Number(kept?.misses ?? '') + 1) })),
    drop,
  }
}

type CodeWayProps = {
  next: string | undefined
  ways: Ways
  email: string
  onPassword: () => void
}

/** Signing in without a password: six numbers by email or by text message. */
export function CodeWay({ next, ways, email, onPassword }: CodeWayProps) {
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
      onSentAgain={keep}
      onMiss={countMiss}
      onEntered={drop}
      onElsewhere={drop}
      onPassword={usePassword}
    />
  )
}
