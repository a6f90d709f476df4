import { useSuspenseQuery } from '@tanstack/react-query'
import { AppWindow, Laptop, Smartphone, Tablet } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { controlsOf, focusWhenFree } from '~/design/focus-when-free'
import type { LucideIcon } from '~/design/icon'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { agoWords } from '~/lib/day-words'
import { countOf } from '~/lib/count-of'
import { formatShort } from '~/lib/time'
import { identity } from '../queries'
import { ConfirmChange } from './confirm-change'
import { SettingRow } from './setting-row'
import { sessionsQuery } from './settings-queries'
import { useChange } from './use-change'

type Session = Awaited<ReturnType<typeof identity.account.sessions.list.call>>['sessions'][number]

/** A-08 where one is signed in, and the ways to be so no longer. */
export function OwnSessions() {
  const { sessions } = useSuspenseQuery(sessionsQuery()).data
  const [asked, setAsked] = useState<Session | 'others'>()
  const others = sessions.filter(({ isThis }) => !isThis)
  const list = useRef<HTMLUListElement>(null)
  const close = () => setAsked(undefined)
  const goOn = () => focusWhenFree(() => list.current && (controlsOf(list.current)[0] ?? list.current))
  return (
    <>
      <ul className="rows" ref={list} tabIndex={-1} aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button className="set-start" variant="outline" size="sm" onClick={() => setAsked('others')}>
          Sign out everywhere else
        </Button>
      )}
      {asked === 'others' && <EndOthers count={others.length} onClose={close} onGone={goOn} />}
      {asked !== undefined && asked !== 'others' && <EndOne session={asked} onClose={close} onGone={goOn} />}
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { browser, ip, isThis, isPending } = session
  const when = useSeenWords(session)
  return (
    <SettingRow
      icon={iconOf(browser)}
      title={browser}
      badge={isPending && <Badge tone="orange">waits for its second factor</Badge>}
      detail={[ip ?? 'Network unknown', when].join(', ')}
      end={
        isThis ? (
          <span className="small m3">This one</span>
        ) : (
          <Button size="sm" aria-label={`Sign out there: ${browser}`} onClick={onEnd}>
            Sign out there
          </Button>
        )
      }
    />
  )
}

/** `now`, `2 hours ago`, `Sat 14 Nov, 22:10` */
function useSeenWords({ lastSeenAt, isThis }: Session): string {
  const now = useNow()
  const zone = useReaderZone() ?? 'UTC'
  if (isThis) return 'now'
  if (now === undefined || now - Date.parse(lastSeenAt) > 86_400_000) return formatShort(lastSeenAt, zone)
  return agoWords(lastSeenAt, now)
}

function iconOf(browser: string): LucideIcon {
  if (/iphone|android|phone/iu.test(browser)) return Smartphone
  if (/ipad|tablet/iu.test(browser)) return Tablet
  return /windows|mac|linux|chrome ?os/iu.test(browser) ? Laptop : AppWindow
}

type EndProps = {
  onClose: () => void
  /** What held the focus is no more. */
  onGone: () => void
}

function EndOne({ session, onClose, onGone }: EndProps & { session: Session }) {
  const end = useChange({
    call: () => identity.account.sessions.end.call({ id: session.id }),
    onDone: () => {
      onClose()
      notify.success(`Signed out: ${session.browser}`)
      onGone()
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Sign out ${session.browser}?`}
      description="Whoever sits there has to sign in again. If that was not you, change your password too."
      confirmLabel="Sign out there"
      busy={end.isPending && 'Signing out'}
      onConfirm={() => end.mutate()}
    />
  )
}

function EndOthers({ count, onClose, onGone }: EndProps & { count: number }) {
  const end = useChange({
    call: () => identity.account.sessions.endOthers.call(),
    onDone: ({ ended }) => {
      onClose()
      notify.success(
        ended === 0 ? 'You are signed in here only.' : `Signed out of ${countOf(ended, 'other place')}`,
      )
      onGone()
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title="Sign out everywhere else?"
      description={`${countOf(count, 'other place is', 'other places are')} signed in. Only this browser stays, and every browser is asked for your second factor again.`}
      confirmLabel="Sign out everywhere else"
      busy={end.isPending && 'Signing out'}
      onConfirm={() => end.mutate()}
    />
  )
}
