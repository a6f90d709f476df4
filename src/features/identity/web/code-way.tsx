import { useMemo } from 'react'
import { useKeptDraft } from '~/design/use-kept-draft'
import { CodeEntry } from './code-entry'
import { CodeRequest } from './code-request'
import type { Destination } from './use-send-code'
import type { Ways } from './way-queries'

const BLANK = { email: '', phone: '', againAt: '', misses: '' }

/** Where a code was sent. Stored for the tab, because a phone may reload the page while the person checks their email. */
export function useSentCode() {
  const { draft, keep, drop } = useKeptDraft('sign-in-code', BLANK)
  const sent = useMemo(() => {
    if (draft === undefined || (draft.email === '' && draft.phone === '')) return undefined
    const to: Destination = draft.email === '' ? { phone: draft.phone } : { email: draft.email }
    return { to, againAt: Number(draft.againAt), misses: Number(draft.misses) }
  }, [draft])
  return {
    sent,
    /** `isNew`: a newly sent code, without wrong entries so far. */
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

/** Sign-in with a six-digit code by email or text message. */
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
